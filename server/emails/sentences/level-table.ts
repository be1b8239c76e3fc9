import type { dispositions } from '../../../contract/emails/disposition.ts'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import type { FindingCode } from './kept-sentences.ts'

/*
 * The meaning of rspamd's actions and symbols for a verdict: the only place to change when they do.
 * The level of a mail is the strictest that its action and its symbols give it.
 */

interface ActionMeaning {
  readonly level: ThreatLevel
  /** Undefined where only the operator knows what becomes of the mail. */
  readonly disposition: (typeof dispositions)[number] | undefined
}

const actions: Readonly<Record<string, ActionMeaning>> = {
  'no action': { level: 'safe', disposition: 'delivered' },
  // Without the module that puts mail off, such mail is delivered; with it the action is soft reject.
  greylist: { level: 'safe', disposition: 'delivered' },
  'add header': { level: 'suspicious', disposition: 'delivered' },
  'rewrite subject': { level: 'suspicious', disposition: 'delivered' },
  quarantine: { level: 'suspicious', disposition: 'quarantined' },
  discard: { level: 'malicious', disposition: 'rejected' },
  reject: { level: 'malicious', disposition: 'rejected' },
}

/** An action of the operator's own making, or none, is never safe by itself. */
const unknownAction: ActionMeaning = { level: 'suspicious', disposition: undefined }

export function meaningOfAction(action: string): ActionMeaning {
  return Object.hasOwn(actions, action) ? (actions[action] ?? unknownAction) : unknownAction
}

/** Mail with this action comes again and is judged then. */
export const postponed = 'soft reject'

/** The level that a symbol of each kind raises a mail to; the others only explain. */
export const levelOfKind = {
  proof: 'malicious',
  danger: 'suspicious',
  sender: 'safe',
  unwanted: 'safe',
} as const satisfies Record<string, ThreatLevel>
export type Kind = keyof typeof levelOfKind

export interface SymbolMeaning {
  readonly kind: Kind
  readonly finding: FindingCode
  /** The strongest symbol has the lowest. */
  readonly rank: number
}

/** By kind; the strongest first. */
const findingsOfSymbols: Readonly<Record<Kind, Readonly<Record<string, FindingCode>>>> = {
  proof: {
    CLAM_VIRUS: 'known_virus',
    PHISHED_OPENPHISH: 'known_phishing_page',
    PHISHED_PHISHTANK: 'known_phishing_page',
    DBL_PHISH: 'phishing_domain',
    DBL_ABUSE_PHISH: 'phishing_on_hacked_site',
    PH_SURBL_MULTI: 'phishing_site',
    DBL_MALWARE: 'malware_site',
    DBL_ABUSE_MALWARE: 'malware_on_hacked_site',
    MW_SURBL_MULTI: 'malware_site',
    DBL_BOTNET: 'botnet_server',
    MIME_BAD_EXT_WITH_BAD_UNICODE: 'hidden_file_type',
    LEAKED_PASSWORD_SCAM: 'blackmail',
  },
  danger: {
    MIME_BAD_UNICODE: 'hidden_file_type',
    MIME_DOUBLE_BAD_EXTENSION: 'disguised_program',
    MIME_OBFUSCATED_ARCHIVE: 'obfuscated_archive',
    MIME_EXE_IN_GEN_SPLIT_RAR: 'program_in_split_archive',
    MIME_ARCHIVE_IN_ARCHIVE: 'nested_archive',
    MIME_ENCRYPTED_ARCHIVE: 'encrypted_archive',
    MIME_BAD_EXTENSION: 'harmful_file_type',
    MIME_BAD_ATTACHMENT: 'mismatched_attachment',
    OLETOOLS: 'suspicious_macros',
    PDF_SUSPICIOUS: 'suspicious_pdf',
    OMOGRAPH_URL: 'look_alike_link',
    R_MIXED_CHARSET_URL: 'mixed_alphabet_link',
    PHISHING: 'other_link_target',
    HACKED_WP_PHISHING: 'hacked_website_page',
    DATA_URI_OBFU: 'page_inside_link',
    HTTP_TO_IP: 'bare_number_link',
    R_SUSPICIOUS_URL: 'concealed_link_target',
    HTTP_TO_HTTPS: 'insecure_link',
    URL_HOMOGRAPH_ATTACK: 'look_alike_link',
    URL_RTL_OVERRIDE: 'concealed_link_target',
    URL_USER_PASSWORD: 'concealed_link_target',
    HAS_IPFS_GATEWAY_URL: 'permanent_page_link',
    HAS_ONION_URI: 'hidden_network_link',
    CRACKED_SURBL: 'hacked_website',
    SPOOF_DISPLAY_NAME: 'display_name_spoof',
    FROM_NEQ_DISPLAY_NAME: 'display_name_spoof',
    SPOOF_REPLYTO: 'reply_elsewhere',
    FREEMAIL_REPLYTO_NEQ_FROM_DOM: 'reply_to_free_mailbox',
    DISPOSABLE_REPLYTO: 'reply_to_disposable_mailbox',
    DMARC_POLICY_REJECT: 'sender_domain_denies',
    DMARC_POLICY_QUARANTINE: 'sender_domain_unconfirmed',
    VIOLATED_DIRECT_SPF: 'unauthorized_server',
    PHISH_EMOTION: 'pressing_subject',
    FUZZY_DENIED: 'known_harmful_text',
  },
  sender: {
    R_SPF_FAIL: 'unauthorized_server',
    R_DKIM_REJECT: 'broken_signature',
    DMARC_POLICY_SOFTFAIL: 'sender_domain_unconfirmed',
    AUTH_NA: 'unproven_sender',
    AUTH_NA_OR_FAIL: 'unproven_sender',
    FORGED_SENDER: 'other_sender_address',
    DISPOSABLE_FROM: 'disposable_sender',
    FAKE_REPLY: 'fake_reply',
    MULTIPLE_FROM: 'several_senders',
    WP_COMPROMISED: 'sent_by_hacked_website',
    COMPROMISED_ACCT_BULK: 'stolen_mailbox',
    RBL_SPAMHAUS_DROP: 'criminal_network',
    RBL_SPAMHAUS_SBL: 'blocked_server',
    RBL_SPAMHAUS_XBL: 'infected_computer',
    RBL_SPAMHAUS_CSS: 'blocked_server',
    RECEIVED_SPAMHAUS_SBL: 'passed_blocked_server',
    RECEIVED_SPAMHAUS_XBL: 'passed_infected_computer',
    RBL_BLOCKLISTDE: 'blocked_server',
    RBL_VIRUSFREE_BOTNET: 'infected_computer',
    RBL_MAILSPIKE_WORST: 'very_bad_reputation',
    RBL_MAILSPIKE_VERYBAD: 'very_bad_reputation',
    RBL_MAILSPIKE_BAD: 'bad_reputation',
    HFILTER_HELO_BAREIP: 'not_a_mail_server',
    HFILTER_HELO_BADIP: 'not_a_mail_server',
    HFILTER_HOSTNAME_UNKNOWN: 'nameless_server',
    RDNS_NONE: 'nameless_server',
    ONCE_RECEIVED_STRICT: 'home_connection',
    HFILTER_FROMHOST_NORES_A_OR_MX: 'sender_domain_without_mail',
    HFILTER_FROMHOST_NOT_FQDN: 'missing_sender_domain',
  },
  unwanted: {
    DBL_SPAM: 'spam_website',
    ABUSE_SURBL: 'spam_website',
    URIBL_BLACK: 'spam_website',
    RSPAMD_URIBL: 'spam_website',
    REDIRECTOR_URL: 'shortened_link',
    SEM_URIBL_FRESH15: 'new_domain',
    RSPAMD_EMAILBL: 'spam_address',
    MSBL_EBL: 'fraud_address',
    BAYES_SPAM: 'reads_like_spam',
    FUZZY_PROB: 'similar_to_reported',
    FUZZY_UNKNOWN: 'similar_to_reported',
    HFILTER_URL_ONLY: 'little_more_than_link',
    HFILTER_URL_ONELINE: 'little_more_than_link',
    ZERO_FONT: 'hidden_text',
    MANY_INVISIBLE_PARTS: 'hidden_text',
    R_WHITE_ON_WHITE: 'hidden_text',
    R_UNDISC_RCPT: 'hidden_recipients',
    MISSING_SUBJECT: 'no_subject',
    MISSING_MID: 'incomplete_headers',
    MULTIPLE_UNIQUE_HEADERS: 'contradictory_headers',
    BITCOIN_ADDR: 'bitcoin_address',
  },
}

const kinds: readonly Kind[] = ['proof', 'danger', 'sender', 'unwanted']

const symbols: ReadonlyMap<string, SymbolMeaning> = new Map(
  kinds
    .flatMap((kind) =>
      Object.entries(findingsOfSymbols[kind]).map(
        ([symbol, finding]) => [symbol, { kind, finding }] as const,
      ),
    )
    .map(([symbol, meaning], rank) => [symbol, { ...meaning, rank }] as const),
)

/** No flag of a user outweighs one of these. */
export const provingSymbols: readonly string[] = Object.keys(findingsOfSymbols.proof)

/** For symbols that are not in the table, by their group in lower case. */
const groups: Readonly<Record<string, FindingCode>> = {
  composite: 'suspicious_combination',
  phishing: 'suspicious_links',
  url: 'suspicious_links',
  surbl: 'listed_contents',
  rbl: 'blocked_server',
  mime: 'suspicious_attachments',
  mime_types: 'suspicious_attachments',
  policies: 'suspicious_sender',
  spf: 'suspicious_sender',
  dkim: 'suspicious_sender',
  dmarc: 'suspicious_sender',
  arc: 'suspicious_sender',
  freemail: 'suspicious_sender',
  hfilter: 'suspicious_server',
  reputation: 'suspicious_server',
  headers: 'suspicious_headers',
  'message id': 'suspicious_headers',
  mua: 'suspicious_headers',
  body: 'suspicious_text',
  content: 'suspicious_text',
  html: 'suspicious_text',
  subject: 'suspicious_text',
  statistics: 'reads_like_spam',
  neural: 'reads_like_spam',
  fuzzy: 'similar_to_reported',
}

const scannerGroups: ReadonlySet<string> = new Set(['antivirus', 'malware'])
/** After the known symbols of danger. */
const rankOfScanners =
  Object.keys({ ...findingsOfSymbols.proof, ...findingsOfSymbols.danger }).length - 0.5

/** Virus scanners other than ClamAV are named as the operator likes, by default like KASPERSKY_VIRUS. */
const foundVirus = /_VIRUS$/

/** Symbols of the connection with Aman itself; they name recipients' flags. */
const ownSymbols = /^AMAN_/

/** Below this score a symbol that is not in the table has nothing to say, for instance ONCE_RECEIVED. */
const leastUnknownScore = 0.4

/** @returns undefined for a symbol that says nothing about the mail */
export function meaningOfSymbol(
  name: string,
  score: number,
  group: string,
): SymbolMeaning | undefined {
  if (!(score > 0) || ownSymbols.test(name)) return undefined
  const known = symbols.get(name)
  if (known !== undefined) return known
  if (foundVirus.test(name)) return { kind: 'proof', finding: 'known_virus', rank: -1 }
  const key = group.toLowerCase()
  if (scannerGroups.has(key)) {
    return { kind: 'danger', finding: 'scanner_objection', rank: rankOfScanners }
  }
  if (score < leastUnknownScore) return undefined
  const finding = Object.hasOwn(groups, key) ? groups[key] : undefined
  // After all that the table names; the highest score first.
  const rank = symbols.size + 1 / (1 + score)
  return { kind: 'unwanted', finding: finding ?? 'other_sign', rank }
}
