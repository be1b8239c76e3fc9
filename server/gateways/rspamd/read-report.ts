import addressparser from 'nodemailer/lib/addressparser'
import * as v from 'valibot'
import { storableLine } from '../../../contract/core/basic.ts'
import { canonicalDomain } from '../../../contract/core/domain.ts'
import { limits } from '../../../contract/core/limits.ts'
import { domainOf, mailRecipient, mailSender } from '../../../contract/core/mail-address.ts'
import type { authentication } from '../../../contract/emails/authentication.ts'
import type { ReportedSymbol, RspamdReport } from '../../../contract/gateways/take-rspamd-report.ts'
import {
  cut,
  explain,
  isJudged,
  type JudgedCode,
  meaningOfAction,
  postponed,
  type Scan,
  subjectLine,
} from '../../emails/emails.ts'

/** More than a sender needs; the parser's time grows with the length. */
const longestLine = 10_000
const mostLines = 10

interface Sender {
  /** In canonical form; empty for the null sender. */
  readonly address: string
  /** Whether DMARC was looked up for the domain of this address. */
  readonly isOfDmarc: boolean
}

/**
 * The first address of From, or else that of the envelope. A decoded display name may look like an
 * address of its own (`boss@firm.example, <other@elsewhere.example>`): then the first address counts
 * whose domain rspamd's DMARC module read from the header as it was sent.
 * @param dmarcDomain undefined where no symbol names it
 */
function senderOf(
  headerFrom: readonly string[],
  envelopeFrom: string,
  dmarcDomain: string | undefined,
): Sender {
  const addresses = headerFrom
    .slice(0, mostLines)
    .flatMap((line) => addressparser(line.slice(0, longestLine), { flatten: true }))
    .map(({ address }) => canonicalSender(address))
    .filter((address) => address !== '')
  const isOfDmarc = (address: string) =>
    dmarcDomain !== undefined && isUnder(domainOf(address), dmarcDomain)
  const address = addresses.find(isOfDmarc) ?? addresses[0]
  if (address === undefined) return { address: canonicalSender(envelopeFrom), isOfDmarc: false }
  const isCertain = dmarcDomain === undefined && addresses.length === 1
  return { address, isOfDmarc: isCertain || isOfDmarc(address) }
}

/** Empty for what is not an address: the mail counts without a sender. */
function canonicalSender(text: string): string {
  const read = v.safeParse(mailSender, text)
  return read.success ? read.output : ''
}

type Authentication = v.InferOutput<typeof authentication>

/*
 * The symbols of rspamd's modules in the words of RFC 8601. The first in the table counts, for a
 * mail has one result of each: a good signature makes up for a broken one, and a policy that failed
 * is not mended. Of several the first in the table counts, for a mail has one result of each: a
 * good signature makes up for a broken one, and a policy that failed is not mended.
 */

const spf = {
  R_SPF_ALLOW: 'pass',
  R_SPF_FAIL: 'fail',
  R_SPF_SOFTFAIL: 'softfail',
  R_SPF_NEUTRAL: 'neutral',
  // A record that allows every server proves nothing.
  R_SPF_PLUSALL: 'neutral',
  R_SPF_PERMFAIL: 'permerror',
  R_SPF_DNSFAIL: 'temperror',
  R_SPF_NA: 'none',
} as const

const dkim = {
  R_DKIM_ALLOW: 'pass',
  R_DKIM_REJECT: 'fail',
  R_DKIM_PERMFAIL: 'permerror',
  R_DKIM_TEMPFAIL: 'temperror',
  R_DKIM_NA: 'none',
} as const

const dmarc = {
  DMARC_POLICY_REJECT: 'fail',
  DMARC_POLICY_QUARANTINE: 'fail',
  DMARC_POLICY_SOFTFAIL: 'fail',
  DMARC_BAD_POLICY: 'permerror',
  DMARC_DNSFAIL: 'temperror',
  DMARC_POLICY_ALLOW: 'pass',
  DMARC_POLICY_ALLOW_WITH_FAILURES: 'pass',
  DMARC_NA: 'none',
} as const

/** The symbols count whatever their score, which a composite may have taken away. */
function readAuthentication(symbols: readonly ReportedSymbol[]): Authentication {
  const names = new Set(symbols.map(({ name }) => name))
  return { spf: resultOf(spf, names), dkim: resultOf(dkim, names), dmarc: resultOf(dmarc, names) }
}

function resultOf<Result>(table: Readonly<Record<string, Result>>, names: ReadonlySet<string>) {
  return Object.entries(table).find(([name]) => names.has(name))?.[1]
}

/**
 * The domain in From that rspamd's DMARC module looked up: that of the first address in the header as it
 * was sent, while a report holds the header decoded.
 */
function domainOfDmarc(symbols: readonly ReportedSymbol[]): string | undefined {
  const [domain] = Object.keys(dmarc).flatMap(
    (name) => symbols.find((symbol) => symbol.name === name)?.options[0] ?? [],
  )
  // A failed policy goes on with ` : ` and the reason.
  return canonicalDomain(domain?.split(' ')[0] ?? '')
}

/** Whether an address is of the domain or of a subdomain, whose policy may be that of its parent. */
function isUnder(domain: string, ofDmarc: string): boolean {
  return domain === ofDmarc || domain.endsWith(`.${ofDmarc}`)
}

/** Set by the plugin, with an option for each organization that it asked for. */
const judgeSymbol = 'AMAN_JUDGE'

/** The judge's opinion of a mail on its way, for one organization. */
interface ReportedJudgement {
  readonly level: 'safe' | 'suspicious'
  /** Evidence against a mail that is marked; undefined if it is not, or the judge only watches. */
  readonly marked: readonly JudgedCode[] | undefined
}

/** `<organization> <mode> <level> <code>,<code>`; see files/judge.ts. */
const option = /^([\w-]+) (watch|mark) (safe|suspicious) ([a-z_,]*)$/

/** @returns undefined if the judge was not asked for this organization */
function judgementIn(
  symbols: readonly ReportedSymbol[],
  organizationId: string,
): ReportedJudgement | undefined {
  const options = symbols.flatMap(({ name, options }) => (name === judgeSymbol ? options : []))
  for (const text of options) {
    const [, organization, mode, level, codes = ''] = option.exec(text) ?? []
    if (organization !== organizationId) continue
    if (level !== 'suspicious') return { level: 'safe', marked: undefined }
    const known = codes
      .split(',')
      .map((code) => `judge_${code}`)
      .filter(isJudged)
    const found = known.length === 0 ? (['judge_marks'] as const) : known
    return { level, marked: mode === 'mark' ? found : undefined }
  }
  return undefined
}

/** A report in Aman's words. */
export interface ReadReport {
  /** The mail for each recipient, without those that are not addresses. */
  readonly scans: readonly Scan[]
  /** How many recipients the report names. */
  readonly recipients: number
  /**
   * The identity that a repeated report shares with the first; undefined without an id of the mail.
   */
  readonly identity: readonly string[] | undefined
}

/** Names the recipients who do not get the mail because of their own flags. */
const enforcement = 'AMAN_ENFORCE'

/** @param organizationId the organization that the gateway reports for */
export function readReport(report: RspamdReport, organizationId: string): ReadReport {
  const recipients = listOf(report.rcpt)
  if (isNotCounted(report)) {
    return { scans: [], recipients: recipients.length, identity: undefined }
  }
  const isStopped = stoppedBy(report)
  const judgement = judgementIn(report.symbols, organizationId)
  const mail = mailOf(report, judgement, recipients.length > 0 && recipients.every(isStopped))
  const scans = recipients.slice(0, limits.reportRecipients).flatMap((named): Scan[] => {
    const read = v.safeParse(mailRecipient, named)
    if (!read.success) return []
    return [{ ...mail, recipient: read.output, ...(isStopped(named) ? stopped : {}) }]
  })
  return { scans, recipients: recipients.length, identity: identityOf(report, mail.sender) }
}

const stopped = { disposition: 'rejected' } as const

/** Mail that a user sends, and mail that comes again. */
function isNotCounted({ user, action }: RspamdReport): boolean {
  return known(user) !== '' || actionOf(action) === postponed
}

/** Whether a recipient's own flag kept the mail from this recipient. */
function stoppedBy({ symbols }: RspamdReport): (recipient: string) => boolean {
  const options = symbols.flatMap(({ name, options }) => (name === enforcement ? options : []))
  const named = new Set(options.map(canonicalRecipient))
  return (recipient) => named.size > 0 && named.has(canonicalRecipient(recipient))
}

/** @param isStoppedForAll whether recipients' flags alone may have rejected the mail */
function mailOf(
  report: RspamdReport,
  judgement: ReportedJudgement | undefined,
  isStoppedForAll: boolean,
): Omit<Scan, 'recipient'> {
  const { symbols, header_from, from } = report
  const action = actionOf(report.action)
  // A recipient's flag says nothing about the mail itself.
  const isOwnReject = isStoppedForAll && action === 'reject'
  const { level, reason, indicators } = explain({
    action: isOwnReject ? 'no action' : action,
    symbols,
    marked: judgement?.marked,
  })
  const { address, isOfDmarc } = senderOf(listOf(header_from), known(from), domainOfDmarc(symbols))
  const { disposition } = meaningOfAction(action)
  const messageId = cut(storableLine(known(report.message_id)).trim(), limits.messageId - 2)
  return {
    sender: address,
    subject: subjectLine(rawSubject(report)),
    threat_level: level,
    detection_reason: reason,
    indicators,
    authentication: authenticationOf(readAuthentication(symbols), isOfDmarc),
    ...(judgement === undefined ? {} : { judge_level: judgement.level }),
    ...(disposition === undefined ? {} : { disposition }),
    ...(messageId === '' ? {} : { message_id: `<${messageId}>` }),
  }
}

/** A policy that passed for another domain than the sender's proves nothing about the sender. */
function authenticationOf(found: Authentication, isOfDmarc: boolean): Authentication {
  const { dmarc, ...others } = found
  return dmarc === undefined || (dmarc === 'pass' && !isOfDmarc) ? others : found
}

/**
 * The Message-ID is the sender's choice, so the sender and the subject belong to the identity: otherwise
 * one mail could hide behind another. The queue id is new for each attempt.
 */
function identityOf(report: RspamdReport, sender: string): readonly string[] | undefined {
  const messageId = known(report.message_id)
  const queueId = known(report.qid)
  if (messageId === '' && queueId === '') return undefined
  const id = messageId === '' ? ['queue', queueId] : ['message', messageId]
  return [...id, sender, rawSubject(report)]
}

/** A subject that is the word 'unknown' has a header line, a missing one has none. */
function rawSubject({ subject, header_subject }: RspamdReport): string {
  const [line = ''] = listOf(header_subject)
  return known(subject) === '' ? line : subject
}

function actionOf(action: string): string {
  return action.trim().toLowerCase().replaceAll('_', ' ')
}

/** Without the words that rspamd writes for what it does not know. */
function known(text: string): string {
  return text === 'unknown' || text === 'undef' ? '' : text
}

function listOf(lines: string | readonly string[]): readonly string[] {
  if (typeof lines !== 'string') return lines
  return known(lines) === '' ? [] : [lines]
}

function canonicalRecipient(text: string): string {
  const read = v.safeParse(mailRecipient, text)
  return read.success ? read.output : text
}
