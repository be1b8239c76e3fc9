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

/** Stores mail and updates all totals, in a fixed number of statements. */
export async function keepMail(
  database: Database,
  now: Date,
  organizationId: string,
  mails: readonly JudgedMail[],
): Promise<void> {
  const scans = mails.map(({ scan }) => scan)
  const hashMessageId = await messageIdHasher({ database, clock: () => now }, scans)
  const rows = mails
    .map((mail) => rowOf(mail, hashMessageId))
    .filter((row) => isStillKept(row, now))
  if (rows.length > 0) await database.insertInto('scans').values(rows).execute()
  const totals = totalsOf(mails)
  await addTotals(database, totals)
  await addOrganizationTotals(database, organizationId, totals)
  await addMonthlyScans(database, monthsOf(organizationId, mails))
  await countBlocked(
    database,
    mails.flatMap(({ blockedBy }) => blockedBy ?? []),
  )
  const last = mails.at(-1)
  if (last !== undefined) await noteMessages(database, now, organizationId, last.level)
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
function totalsOf(mails: readonly JudgedMail[]): ScanTotals[] {
  const groups = Map.groupBy(mails, ({ userId }) => userId)
  return [...groups]
    .map(([user_id, group]) => ({ user_id, ...countLevels(group), risk_sum: sumRisk(group) }))
    .sort((one, other) => (one.user_id < other.user_id ? -1 : 1))
}

function sumRisk(mails: readonly JudgedMail[]): number {
  return mails.reduce(
    (sum, { riskLevel, isDelivered, receivedAt }) =>
      sum + riskOf(riskLevel, isDelivered, receivedAt),
    0,
  )
}

/** Sorted for the same reason. */
function monthsOf(organizationId: string, mails: readonly JudgedMail[]): MonthlyScans[] {
  const groups = Map.groupBy(mails, (mail) => mail.receivedAt.toISOString().slice(0, 7))
  return [...groups]
    .map(([month, group]) => ({
      organization_id: organizationId,
      month,
      ...countLevels(group),
    }))
    .sort((one, other) => (one.month < other.month ? -1 : 1))
}

function countLevels(mails: readonly JudgedMail[]): Record<ThreatLevel, number> {
  const counts = { safe: 0, suspicious: 0, malicious: 0 }
  for (const { level } of mails) counts[level] += 1
  return counts
}
