import { createHmac } from 'node:crypto'
import { dayMs } from '../core/clock.ts'
import { keptSecret } from '../database/kept-secret.ts'
import type { Retention } from '../database/retention.ts'
import type { ReportedMails } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'
import { findStored, lockWatched, replacement } from './counted-once.ts'
import { type AddressedScan, type JudgedMail, judgeMail } from './judged-mail.ts'
import { keepMail, type ReplacedMail, riskOfMail } from './keep-mail.ts'
import { isStricter } from './sentences/explain.ts'
import type { Weakened } from './verdict.ts'

type Parts = Pick<Services, 'trustablePublicMail'>

/** The judge's opinion alone makes mail suspicious, so that a green flag weakens it as it does rspamd's. */
const weakened: Weakened = { malicious: 'malicious', suspicious: 'safe', safe: 'safe' }

interface WatchedMail {
  /** With the id under which it is stored. */
  readonly mail: JudgedMail
  /** Whether it counts now, and was not reported before. */
  readonly isFresh: boolean
}

/**
 * Stores a mail that was found in the mailbox of its recipient, and counts it, unless a gateway reported it.
 * Runs in the caller's transaction.
 * @param identity what a report of rspamd about this mail has in common with it; see repeats.ts
 */
export async function keepWatchedMail(
  services: Parts,
  transaction: Database,
  now: Date,
  organizationId: string,
  addressed: AddressedScan,
  identity: readonly string[] | undefined,
): Promise<WatchedMail> {
  const database = transaction
  await lockWatched(database, [addressed.userId])
  const place = { ...services, database }
  const [mail] = await judgeMail(place, organizationId, [addressed], now, weakened)
  if (mail === undefined) throw new Error('a mail was not judged')
  const stored = await findStored(database, now, organizationId, mail)
  if (stored !== undefined) {
    const replaced = replacement(mail, stored)
    await keepMail(database, now, organizationId, { mails: [], replaced, isReported: false })
    for (const { mail: stricter } of replaced)
      await noteStricter(database, organizationId, stricter)
    return { mail: { ...mail, id: stored.id }, isFresh: false }
  }
  const sorted = await sortRepeats(database, now, organizationId, identity, [mail])
  const { fresh, replaced } = sorted
  await keepMail(database, now, organizationId, { mails: fresh, replaced, isReported: false })
  return { mail, isFresh: fresh.length > 0 }
}

/** So that rspamd's next report of it is compared with this verdict. */
async function noteStricter(
  database: Database,
  organizationId: string,
  { id, userId, level, scan }: JudgedMail,
): Promise<void> {
  await database
    .updateTable('reported_mails')
    .set({ level, reported_level: scan.threat_level })
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('scan_id', '=', id)
    .execute()
}

/** How long a repeated report is recognised. */
const keptMs = dayMs

/** The mails of a report that were not reported before, and the stricter verdicts on those that were. */
export interface SortedMails {
  readonly fresh: readonly JudgedMail[]
  readonly replaced: readonly ReplacedMail[]
}

/**
 * Separates new mails from repeated ones, which count once, and remembers the new ones. A stricter
 * verdict on a repeated mail replaces the first.
 * @param identity what a repeated report has in common with the first; undefined if nothing
 * @param mails one for each user
 */
export async function sortRepeats(
  database: Database,
  now: Date,
  organizationId: string,
  identity: readonly string[] | undefined,
  mails: readonly JudgedMail[],
): Promise<SortedMails> {
  if (identity === undefined || mails.length === 0) return { fresh: mails, replaced: [] }
  const secret = await keptSecret({ database, clock: () => now }, 'reported-mails')
  const mailsById = new Map(
    mails.map((mail) => {
      const facts = JSON.stringify([organizationId, mail.userId, ...identity])
      return [createHmac('sha256', secret).update(facts).digest('base64url'), mail] as const
    }),
  )
  // Sorted, so that concurrent reports lock rows in the same order. A concurrent repetition waits here.
  const ids = [...mailsById.keys()].sort()
  const inserted = await database
    .insertInto('reported_mails')
    .values(ids.flatMap((id) => rowOf(organizationId, id, mailsById.get(id), now)))
    .onConflict((conflict) => conflict.columns(['user_id', 'id', 'organization_id']).doNothing())
    .returning('id')
    .execute()
  const newIds = new Set(inserted.map(({ id }) => id))
  const knownIds = ids.filter((id) => !newIds.has(id))
  const fresh = [...newIds].flatMap((id) => mailsById.get(id) ?? [])
  if (knownIds.length === 0) return { fresh, replaced: [] }
  return { fresh, replaced: await replaceWeaker(database, organizationId, knownIds, mailsById) }
}

function rowOf(
  organizationId: string,
  id: string,
  mail: JudgedMail | undefined,
  now: Date,
): ReportedMails[] {
  if (mail === undefined) return []
  return [
    {
      id,
      user_id: mail.userId,
      organization_id: organizationId,
      scan_id: mail.id,
      level: mail.level,
      reported_level: mail.scan.threat_level,
      risk: riskOfMail(mail),
      received_at: mail.receivedAt.toISOString(),
      kept_since: now.toISOString(),
    },
  ]
}

async function replaceWeaker(
  database: Database,
  organizationId: string,
  ids: readonly string[],
  mailsById: ReadonlyMap<string, JudgedMail>,
): Promise<ReplacedMail[]> {
  const rows = await database
    .selectFrom('reported_mails')
    .selectAll()
    .where(
      'user_id',
      'in',
      ids.flatMap((id) => mailsById.get(id)?.userId ?? []),
    )
    .where('id', 'in', ids)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const replaced = rows.flatMap((row) => {
    const mail = mailsById.get(row.id)
    return mail === undefined || !replaces(mail, row) ? [] : [replace(row, mail)]
  })
  for (const { reportId, mail, risk } of replaced) {
    await database
      .updateTable('reported_mails')
      .set({ level: mail.level, reported_level: mail.scan.threat_level, risk })
      .where('user_id', '=', mail.userId)
      .where('id', '=', reportId)
      .where('organization_id', '=', organizationId)
      .execute()
  }
  return replaced
}

/** An equal verdict wins if it rests less on the recipient's own flag. */
function replaces({ level, scan }: JudgedMail, first: ReportedMails): boolean {
  if (level !== first.level) return isStricter(level, first.level)
  return isStricter(scan.threat_level, first.reported_level)
}

/** It is still the mail of the first report, received and billed then. */
function replace(first: ReportedMails, repeated: JudgedMail) {
  const mail = { ...repeated, id: first.scan_id, receivedAt: new Date(first.received_at) }
  const risk = Math.max(first.risk, riskOfMail(mail))
  return {
    reportId: first.id,
    mail,
    risk,
    formerLevel: first.level,
    addedRisk: risk - first.risk,
  }
}

export const reportRetention: Retention = {
  table: 'reported_mails',
  key: ['user_id', 'id', 'organization_id'],
  date: 'kept_since',
  keptMs,
  future: 'redate',
}
