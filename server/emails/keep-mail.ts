import { storableLine } from '../../contract/core/basic.ts'
import { limits } from '../../contract/core/limits.ts'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { dayOf } from '../core/clock.ts'
import { isAt, type Place } from '../database/kept-mail.ts'
import { searchTextOfScan } from '../database/search-index.ts'
import type { Scans } from '../database/tables/mail.ts'
import type { MailLessons } from '../database/tables/operation.ts'
import type { Place as Clocked, Database } from '../database/tables/tables.ts'
import { countBlocked, noteMatches } from '../flags/flags.ts'
import {
  correspondentsIn,
  countJudged,
  type JudgedOnDay,
  type JudgeLevel,
  judgedAs,
  lessonNames,
  removeCorrespondents,
  removeMailLessons,
} from '../judge/judge.ts'
import { pointsOf, riskOf } from '../risk/risk.ts'
import { announceThreats } from '../webhooks/webhooks.ts'
import { isDayKept } from './daily-counts.ts'
import type { JudgedMail } from './judged-mail.ts'
import { type HashMessageId, messageIdHasher } from './messages/message-id.ts'
import { arrivalOf } from './note-arrival.ts'
import { deleteAfter } from './retention.ts'
import { keepReasons } from './sentences/sentence.ts'
import { type WrittenMail, writeMail } from './write-mail.ts'

/** Enough for what is kept, however much of it is removed. */
const longestRead = 4 * limits.mailSubject

/** A decoded subject as it is kept. */
export function subjectLine(decoded: string): string {
  const visible = storableLine(cut(decoded, longestRead)).replaceAll(/\p{Bidi_Control}/gu, '')
  return cut(visible.trim(), limits.mailSubject)
}

/** In code points. */
export function cut(text: string, longest: number): string {
  return text.length <= longest ? text : [...text.slice(0, 2 * longest)].slice(0, longest).join('')
}

/** A stricter verdict on a mail that was stored before. */
export interface ReplacedMail {
  /** With the id and the time of the stored mail. */
  readonly mail: JudgedMail
  readonly formerLevel: ThreatLevel
  readonly addedRisk: number
}

interface KeptMail {
  readonly mails: readonly JudgedMail[]
  readonly replaced?: readonly ReplacedMail[]
  /** Only a report of a gateway says that it is not silent. */
  readonly isReported?: boolean
  readonly endsTransaction?: boolean
}

/** The change of the totals by a mail, or by a stricter verdict on it. */
interface Change {
  readonly userId: string
  /** The day of receipt, YYYY-MM-DD in UTC. */
  readonly day: string
  readonly counts: Readonly<Record<ThreatLevel, number>>
  readonly risk: number
  readonly judged: JudgedOnDay
}

/**
 * Stores mail and updates all totals, in a number of statements that depends only on replacements.
 * @param endsTransaction commits with the last of them
 */
export async function keepMail(
  database: Database,
  now: Date,
  organizationId: string,
  { mails, replaced = [], isReported = true, endsTransaction = false }: KeptMail,
): Promise<void> {
  const scans = mails.map(({ scan }) => scan)
  const hashMessageId = await messageIdHasher({ database, clock: () => now }, scans)
  const rows = mails
    .map((mail) => rowOf(organizationId, mail, hashMessageId))
    .filter((row) => isStillKept(row, now))
  const formerlyJudged = await judgeLevelsOf(database, organizationId, replaced.map(formerPlace))
  for (const change of replaced) {
    const { mail } = change
    const { id, user_id, organization_id, message_id_hmac, risk_points, ...verdict } = rowOf(
      organizationId,
      mail,
      () => null,
    )
    await database
      .updateTable('scans')
      .set(verdict)
      // A stricter verdict never lowers the risk that the first one added.
      .set((column) => ({
        risk_points: column
          .case()
          .when('risk_points', '>', risk_points)
          .then(column.ref('risk_points'))
          .else(risk_points)
          .end(),
      }))
      .where(isAt([formerPlace(change)]))
      .where('organization_id', '=', organization_id)
      .execute()
  }
  const changes = [
    ...mails.map(additionOf),
    ...replaced.map((change) => replacementOf(change, formerlyJudged.get(change.mail.id) ?? null)),
  ]
  if (changes.length === 0) return
  const judgeLevels = [...mails, ...replaced.map(({ mail }) => mail)].map(
    ({ scan }) => scan.judge_level,
  )
  await countJudged(database, organizationId, judgeLevels, [...formerlyJudged.values()])
  // A former red verdict was counted when the mail came first.
  const newlyRed = replaced.filter(({ formerLevel }) => formerLevel !== 'malicious')
  await countBlocked(
    database,
    organizationId,
    [...mails, ...newlyRed.map(({ mail }) => mail)].flatMap(({ blockedBy }) => blockedBy ?? []),
  )
  const judged = [...mails, ...replaced.map(({ mail }) => mail)]
  await noteMatches(
    database,
    now,
    organizationId,
    judged.flatMap(({ flag }) => flag ?? []),
  )
  await announceThreats(database, now, organizationId, judged)
  // As late as rows of new mail are written, so that two reports do not wait for each other.
  await removeCorrespondents(
    database,
    replaced.filter(isSafeNoMore).map(({ mail }) => sentBy(organizationId, mail)),
  )
  await removeMailLessons(
    database,
    organizationId,
    replaced.map(({ mail }) => mail.id),
  )
  const last = mails.at(-1)
  const written = {
    scans: rows,
    correspondents: correspondentsIn(rows),
    lessons: await lessonsOf({ database, clock: () => now }, organizationId, mails, rows),
    totals: totalsOf(organizationId, changes),
    arrivals: last === undefined || !isReported ? [] : [arrivalOf(organizationId, now, last.level)],
    months: monthsOf(organizationId, changes),
    days: daysOf(organizationId, changes, now),
  }
  await writeMail(database, written, { endsTransaction })
}

/** Where the mail lies with its first verdict. */
function formerPlace({ mail, formerLevel }: ReplacedMail): Place {
  const { id, receivedAt } = mail
  return { id, threat_level: formerLevel, delete_after: deleteAfter(formerLevel, receivedAt) }
}

function isSafeNoMore({ mail, formerLevel }: ReplacedMail): boolean {
  return formerLevel === 'safe' && mail.level !== 'safe'
}

function sentBy(organizationId: string, { scan, userId, receivedAt }: JudgedMail) {
  return {
    organization_id: organizationId,
    sender_address: scan.sender,
    user_id: userId,
    received_at: receivedAt.toISOString(),
  }
}

async function judgeLevelsOf(database: Database, organizationId: string, places: readonly Place[]) {
  if (places.length === 0) return new Map<string, JudgeLevel | null>()
  const rows = await database
    .selectFrom('scans')
    .select(['id', 'judge_level'])
    .where(isAt(places))
    .where('organization_id', '=', organizationId)
    .execute()
  return new Map(rows.map(({ id, judge_level }) => [id, judge_level]))
}

/** A mail's addition to the risk of its recipient. */
export function riskOfMail({ riskLevel, isDelivered, receivedAt }: JudgedMail): number {
  return riskOf(riskLevel, isDelivered, receivedAt)
}

const none = { safe: 0, suspicious: 0, malicious: 0 }

function additionOf(mail: JudgedMail): Change {
  const { userId, level } = mail
  return {
    userId,
    day: receiptDayOf(mail),
    counts: { ...none, [level]: 1 },
    risk: riskOfMail(mail),
    judged: judgedAs(mail.scan.judge_level, null),
  }
}

/** The mail is counted and billed already. */
function replacementOf(
  { mail, formerLevel, addedRisk }: ReplacedMail,
  formerlyJudged: JudgeLevel | null,
): Change {
  const { userId, level } = mail
  const counts = { ...none }
  counts[formerLevel] -= 1
  counts[level] += 1
  const judged = judgedAs(mail.scan.judge_level, formerlyJudged)
  return { userId, day: receiptDayOf(mail), counts, risk: addedRisk, judged }
}

function receiptDayOf({ receivedAt }: JudgedMail): string {
  return dayOf(receivedAt)
}

/** Neither the subject nor the sender's address of malicious mail is stored. */
function rowOf(organizationId: string, mail: JudgedMail, hashMessageId: HashMessageId): Scans {
  const isMalicious = mail.level === 'malicious'
  const { spf = null, dkim = null, dmarc = null } = mail.scan.authentication ?? {}
  const words = {
    sender_domain: mail.senderDomain,
    sender_address: isMalicious ? '' : mail.scan.sender,
    email_subject: isMalicious ? '' : mail.scan.subject,
  }
  return {
    id: mail.id,
    user_id: mail.userId,
    organization_id: organizationId,
    received_at: mail.receivedAt.toISOString(),
    threat_level: mail.level,
    ...words,
    ...keepReasons(mail.reason, mail.scan.indicators),
    delete_after: deleteAfter(mail.level, mail.receivedAt),
    disposition: mail.scan.disposition ?? null,
    message_id_hmac: hashMessageId(mail.scan),
    risk_points: pointsOf(mail.riskLevel, mail.isDelivered),
    spf,
    dkim,
    dmarc,
    judge_level: mail.scan.judge_level ?? null,
    search_text: searchTextOfScan(words),
  }
}

/** Mail that is reported after its retention period is only counted, not stored. */
function isStillKept({ delete_after: end }: Scans, now: Date): boolean {
  return end === null || end > now.toISOString()
}

/** A mail whose vector waits for the verdict is found by its Message-ID; see judge/learning/. */
async function lessonsOf(
  place: Clocked,
  organizationId: string,
  mails: readonly JudgedMail[],
  rows: readonly Scans[],
): Promise<MailLessons[]> {
  const idOf = new Map(mails.map(({ id, scan }) => [id, scan.message_id]))
  const named = rows.filter(({ id }) => idOf.get(id) !== undefined)
  if (named.length === 0) return []
  const names = await lessonNames(place, organizationId)
  return named.map(({ id, user_id, threat_level, sender_domain, received_at, delete_after }) => ({
    organization_id: organizationId,
    scan_id: id,
    ...{ user_id, threat_level, sender_domain, received_at },
    mail: names.mail(idOf.get(id) ?? ''),
    // Malicious mail is kept for longer, and teaches nothing.
    delete_after: delete_after ?? received_at,
    change: null,
    sealed: '',
  }))
}

/** Sorted, so that concurrent servers lock rows in the same order. */
function totalsOf(organizationId: string, changes: readonly Change[]): WrittenMail['totals'] {
  const groups = Map.groupBy(changes, ({ userId }) => userId)
  return [...groups]
    .map(([user_id, group]) => ({
      organization_id: organizationId,
      user_id,
      ...sumCounts(group),
      risk_sum: group.reduce((sum, { risk }) => sum + risk, 0),
    }))
    .sort((one, other) => (one.user_id < other.user_id ? -1 : 1))
}

/** Sorted for the same reason. */
function monthsOf(organizationId: string, changes: readonly Change[]): WrittenMail['months'] {
  const groups = Map.groupBy(changes, ({ day }) => day.slice(0, 7))
  return [...groups]
    .map(([month, group]) => ({ organization_id: organizationId, month, ...sumCounts(group) }))
    .sort((one, other) => (one.month < other.month ? -1 : 1))
}

/** Sorted for the same reason. Days that housekeeping would delete at once are left out. */
function daysOf(organizationId: string, changes: readonly Change[], now: Date) {
  const groups = Map.groupBy(changes, ({ day }) => day)
  return [...groups]
    .filter(([day]) => isDayKept(day, now))
    .map(([day, group]) => ({
      ...{ organization_id: organizationId, day, ...sumCounts(group) },
      judged: group.reduce((sum, { judged }) => sum + judged.judged, 0),
      marked: group.reduce((sum, { judged }) => sum + judged.marked, 0),
    }))
    .sort((one, other) => (one.day < other.day ? -1 : 1))
}

function sumCounts(changes: readonly Change[]): Record<ThreatLevel, number> {
  const sums = { ...none }
  for (const { counts } of changes) {
    sums.safe += counts.safe
    sums.suspicious += counts.suspicious
    sums.malicious += counts.malicious
  }
  return sums
}
