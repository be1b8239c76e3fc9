import type { Database } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'
import { findStored, lockWatched, replacement } from './counted-once.ts'
import { type AddressedScan, type JudgedMail, judgeMail } from './judged-mail.ts'
import { keepMail } from './keep-mail.ts'
import { sortRepeats } from './repeats.ts'
import type { Weakened } from './verdict.ts'

type Parts = Pick<Services, 'trustablePublicMail'>

/** The judge's opinion alone makes mail suspicious, so that a green flag weakens it as it does rspamd's. */
const weakened: Weakened = { malicious: 'malicious', suspicious: 'safe', safe: 'safe' }

export interface WatchedMail {
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
