import type { ThreatLevel } from '../../contract/fields/threat-level.ts'
import { noteMessages } from '../arrivals/note-arrival.ts'
import type { Database, MonthlyScans, Scans, ScanTotals } from '../database/tables.ts'
import { countBlocked } from '../flags/find-flags.ts'
import type { JudgedMail } from './judged-mail.ts'
import { type HashMessageId, messageIdHasher } from './message-id.ts'
import { addMonthlyScans } from './monthly-scans.ts'
import { deleteAfter } from './retention.ts'
import { riskOf } from './risk.ts'
import { addOrganizationTotals, addTotals } from './totals.ts'

/** A stricter verdict on a mail that was stored before. */
export interface ReplacedMail {
  /** With the id and the time of the stored mail. */
  readonly mail: JudgedMail
  readonly formerLevel: ThreatLevel
  readonly addedRisk: number
}

/** What a mail, or a stricter verdict on it, adds to the totals. */
interface Change {
  readonly userId: string
  readonly month: string
  readonly counts: Readonly<Record<ThreatLevel, number>>
  readonly risk: number
}

/** Stores mail and updates all totals, in a number of statements that depends only on replacements. */
export async function keepMail(
  database: Database,
  now: Date,
  organizationId: string,
  mails: readonly JudgedMail[],
  replaced: readonly ReplacedMail[] = [],
): Promise<void> {
  const scans = mails.map(({ scan }) => scan)
  const hashMessageId = await messageIdHasher({ database, clock: () => now }, scans)
  const rows = mails
    .map((mail) => rowOf(mail, hashMessageId))
    .filter((row) => isStillKept(row, now))
  if (rows.length > 0) await database.insertInto('scans').values(rows).execute()
  for (const { mail } of replaced) {
    const { id, user_id, message_id_hmac, ...verdict } = rowOf(mail, () => null)
    await database.updateTable('scans').set(verdict).where('id', '=', id).execute()
  }
  const changes = [...mails.map(additionOf), ...replaced.map(replacementOf)]
  if (changes.length === 0) return
  const totals = totalsOf(changes)
  await addTotals(database, totals)
  await addOrganizationTotals(database, organizationId, totals)
  await addMonthlyScans(database, monthsOf(organizationId, changes))
  // A former red verdict was counted when the mail came first.
  const newlyRed = replaced.filter(({ formerLevel }) => formerLevel !== 'malicious')
  await countBlocked(
    database,
    [...mails, ...newlyRed.map(({ mail }) => mail)].flatMap(({ blockedBy }) => blockedBy ?? []),
  )
  const last = mails.at(-1)
  if (last !== undefined) await noteMessages(database, now, organizationId, last.level)
}

/** What a mail adds to the risk of its recipient. */
export function riskOfMail({ riskLevel, isDelivered, receivedAt }: JudgedMail): number {
  return riskOf(riskLevel, isDelivered, receivedAt)
}

const none = { safe: 0, suspicious: 0, malicious: 0 }

function additionOf(mail: JudgedMail): Change {
  const { userId, level } = mail
  return {
    userId,
    month: monthOf(mail),
    counts: { ...none, [level]: 1 },
    risk: riskOfMail(mail),
  }
}

/** The mail is counted and billed already. */
function replacementOf({ mail, formerLevel, addedRisk }: ReplacedMail): Change {
  const { userId, level } = mail
  const counts = { ...none }
  counts[formerLevel] -= 1
  counts[level] += 1
  return { userId, month: monthOf(mail), counts, risk: addedRisk }
}

function monthOf({ receivedAt }: JudgedMail): string {
  return receivedAt.toISOString().slice(0, 7)
}

/** The subject of malicious mail is not stored. */
function rowOf(mail: JudgedMail, hashMessageId: HashMessageId): Scans {
  return {
    id: mail.id,
    user_id: mail.userId,
    received_at: mail.receivedAt.toISOString(),
    threat_level: mail.level,
    sender_domain: mail.senderDomain,
    email_subject: mail.level === 'malicious' ? '' : mail.scan.subject,
    detection_reason: mail.reason,
    indicators: JSON.stringify(mail.scan.indicators),
    delete_after: deleteAfter(mail.level, mail.receivedAt),
    disposition: mail.scan.disposition ?? null,
    message_id_hmac: hashMessageId(mail.scan),
  }
}

/** Mail that is reported after its retention period is only counted, not stored. */
function isStillKept({ delete_after: end }: Scans, now: Date): boolean {
  return end === null || end > now.toISOString()
}

/** Sorted, so that concurrent servers lock rows in the same order. */
function totalsOf(changes: readonly Change[]): ScanTotals[] {
  const groups = Map.groupBy(changes, ({ userId }) => userId)
  return [...groups]
    .map(([user_id, group]) => ({
      user_id,
      ...sumCounts(group),
      risk_sum: group.reduce((sum, { risk }) => sum + risk, 0),
    }))
    .sort((one, other) => (one.user_id < other.user_id ? -1 : 1))
}

/** Sorted for the same reason. */
function monthsOf(organizationId: string, changes: readonly Change[]): MonthlyScans[] {
  const groups = Map.groupBy(changes, ({ month }) => month)
  return [...groups]
    .map(([month, group]) => ({ organization_id: organizationId, month, ...sumCounts(group) }))
    .sort((one, other) => (one.month < other.month ? -1 : 1))
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
