import { type AttackKind, attackKinds } from '../../contract/emails/attack-kind.ts'
import {
  codesIn,
  type FindingCode,
  isFinding,
  type KeptReasons,
  readIndicators,
  readReason,
} from '../emails/emails.ts'

/** The kind of attack for each finding; a new finding needs one. */
const kindOfFinding: Readonly<Record<FindingCode, AttackKind>> = {
  known_virus: 'malware',
  known_phishing_page: 'phishing',
  phishing_domain: 'phishing',
  phishing_on_hacked_site: 'phishing',
  phishing_site: 'phishing',
  malware_site: 'malware',
  malware_on_hacked_site: 'malware',
  botnet_server: 'malware',
  hidden_file_type: 'malware',
  blackmail: 'payment_fraud',
  disguised_program: 'malware',
  obfuscated_archive: 'malware',
  program_in_split_archive: 'malware',
  nested_archive: 'malware',
  encrypted_archive: 'malware',
  harmful_file_type: 'malware',
  mismatched_attachment: 'malware',
  suspicious_macros: 'malware',
  suspicious_pdf: 'malware',
  scanner_objection: 'malware',
  look_alike_link: 'phishing',
  mixed_alphabet_link: 'phishing',
  other_link_target: 'phishing',
  hacked_website_page: 'phishing',
  page_inside_link: 'phishing',
  bare_number_link: 'phishing',
  concealed_link_target: 'phishing',
  insecure_link: 'phishing',
  permanent_page_link: 'phishing',
  hidden_network_link: 'other',
  hacked_website: 'phishing',
  display_name_spoof: 'impersonation',
  reply_elsewhere: 'impersonation',
  reply_to_free_mailbox: 'impersonation',
  reply_to_disposable_mailbox: 'impersonation',
  sender_domain_denies: 'impersonation',
  sender_domain_unconfirmed: 'impersonation',
  unauthorized_server: 'impersonation',
  pressing_subject: 'phishing',
  known_harmful_text: 'spam',
  broken_signature: 'impersonation',
  unproven_sender: 'other',
  other_sender_address: 'other',
  disposable_sender: 'spam',
  fake_reply: 'impersonation',
  several_senders: 'other',
  sent_by_hacked_website: 'spam',
  stolen_mailbox: 'impersonation',
  criminal_network: 'spam',
  blocked_server: 'spam',
  infected_computer: 'spam',
  passed_blocked_server: 'spam',
  passed_infected_computer: 'spam',
  very_bad_reputation: 'spam',
  bad_reputation: 'spam',
  not_a_mail_server: 'spam',
  nameless_server: 'spam',
  home_connection: 'spam',
  sender_domain_without_mail: 'spam',
  missing_sender_domain: 'spam',
  spam_website: 'spam',
  shortened_link: 'spam',
  new_domain: 'spam',
  spam_address: 'spam',
  fraud_address: 'payment_fraud',
  reads_like_spam: 'spam',
  similar_to_reported: 'spam',
  little_more_than_link: 'spam',
  hidden_text: 'spam',
  hidden_recipients: 'spam',
  no_subject: 'other',
  incomplete_headers: 'other',
  contradictory_headers: 'other',
  bitcoin_address: 'payment_fraud',
  suspicious_links: 'phishing',
  suspicious_attachments: 'malware',
  suspicious_sender: 'other',
  suspicious_server: 'spam',
  suspicious_headers: 'other',
  suspicious_text: 'other',
  listed_contents: 'spam',
  suspicious_combination: 'other',
  other_sign: 'other',
  filter_rejects: 'other',
  filter_suspects: 'other',
}

interface CountedKind {
  readonly kind: AttackKind
  readonly count: number
}

/** For a list of kinds, the most frequent first. What is not known comes last, however much it is. */
export function byFrequency(one: CountedKind, other: CountedKind): number {
  const rankOf = ({ kind }: CountedKind) => (kind === 'other' ? 1 : 0)
  const placeOf = ({ kind }: CountedKind) => attackKinds.indexOf(kind)
  return rankOf(one) - rankOf(other) || other.count - one.count || placeOf(one) - placeOf(other)
}

/**
 * The aim of a mail, from the codes of its reason and indicators. The first one that names an
 * attack decides, because the strongest comes first; spam is only what nothing else explains. The
 * free text of a gateway tells nothing, whatever it contains: the sender of a mail may have a part
 * in it.
 */
export function kindOfAttack(kept: KeptReasons): AttackKind {
  const codes = [readReason(kept), ...readIndicators(kept)].flatMap(codesIn)
  const kinds = codes.filter(isFinding).map((code) => kindOfFinding[code])
  const attack = kinds.find((kind) => kind !== 'spam' && kind !== 'other')
  return attack ?? (kinds.includes('spam') ? 'spam' : 'other')
}
