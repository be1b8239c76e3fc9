import type { ThreatLevel } from '../../src/lib/contract/threat-level.ts'
import type { Clock } from '../clock.ts'
import type { Database, MonthlyScans, Scans, ScanTotals } from '../database/tables.ts'
import { countBlocked } from '../flags/find-flags.ts'
import type { Gateway } from '../http/idempotency-key.ts'
import { answerOnce, type Ingested } from './answer-once.ts'
import { type AddressedScan, type JudgedMail, judgeMail } from './judged-mail.ts'
import { addMonthlyScans } from './monthly-scans.ts'
import type { Report } from './read-report.ts'
import { timeFault } from './received-at.ts'
import { findRecipients, unknownRecipient } from './recipients.ts'
import { refusalOf, showRefused, sortScans } from './refuse-scans.ts'
import { deleteAfter } from './retention.ts'
import { riskOf } from './risk.ts'
import { addTotals } from './totals.ts'

/**
 * Takes in what a gateway judged, and once only where it has an idempotency key: the one way in for
 * mail. What can be taken of a batch is taken in one transaction, the rest is refused scan by scan.
 * @throws Refusal when nothing can be taken, or for a key of another report
 */
export function ingestScans(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  gateway: Gateway,
  report: Report,
): Promise<Ingested> {
  const now = clock()
  return database
    .transaction()
    .execute((transaction) =>
      answerOnce(transaction, now, gateway, report.given, () =>
        ingestWithin(transaction, now, gateway.organizationId, report),
      ),
    )
}

/** Within a transaction of the caller. */
export async function ingestWithin(
  database: Database,
  now: Date,
  organizationId: string,
  report: Report,
): Promise<Ingested> {
  const recipientOf = await findRecipients(
    database,
    organizationId,
    report.scans.map(({ scan }) => scan),
  )
  const mails: AddressedScan[] = []
  const { refused } = sortScans(report, (reported) => {
    const fault = timeFault(reported, now)
    if (fault !== undefined) return fault
    const userId = recipientOf(reported.scan)
    if (userId === undefined) return unknownRecipient(reported)
    mails.push({ scan: reported.scan, userId })
    return undefined
  })
  if (mails.length === 0) throw refusalOf(report, refused)
  const scans = await keepMail(database, now, organizationId, mails)
  return refused.length === 0 ? { scans } : { scans, refused: showRefused(refused) }
}

/** A handful of statements however many mails there are. */
async function keepMail(
  database: Database,
  now: Date,
  organizationId: string,
  addressed: readonly AddressedScan[],
): Promise<Ingested['scans']> {
  const mails = await judgeMail(database, addressed, now)
  const rows = mails.map(keptOf).filter((row) => stillKept(row, now))
  if (rows.length > 0) await database.insertInto('scans').values(rows).execute()
  await addTotals(database, totalsOf(mails))
  await addMonthlyScans(database, monthsOf(organizationId, mails))
  await countBlocked(
    database,
    mails.flatMap(({ blockedBy }) => blockedBy ?? []),
  )
  return mails.map(({ id, level }) => ({ id, threat_level: level }))
}

/** Of malicious mail only the sender's domain, verdict, reason, indicators and time are kept. */
function keptOf(mail: JudgedMail): Scans {
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
  }
}

/** A report may come so late that its mail would be deleted at once; then it only counts. */
function stillKept({ delete_after: end }: Scans, now: Date): boolean {
  return end === null || end > now.toISOString()
}

/** Sorted, so that two servers lock people in the same order. */
function totalsOf(mails: readonly JudgedMail[]): ScanTotals[] {
  const groups = Map.groupBy(mails, ({ userId }) => userId)
  return [...groups]
    .map(([user_id, group]) => ({
      user_id,
      ...countLevels(group),
      risk_sum: group.reduce((sum, mail) => sum + riskOf(mail.riskLevel, mail.receivedAt), 0),
    }))
    .sort((one, other) => (one.user_id < other.user_id ? -1 : 1))
}

/** Sorted, too. */
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
