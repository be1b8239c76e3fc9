import * as v from 'valibot'
import { storableLine } from '../../../contract/core/basic.ts'
import { limits } from '../../../contract/core/limits.ts'
import { mailRecipient } from '../../../contract/core/mail-address.ts'
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
import {
  type Authentication,
  domainOfDmarc,
  readAuthentication,
  senderOf,
} from './authentication.ts'

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
