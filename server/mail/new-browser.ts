import { clockSkewMs, dayMs, isoAfter } from '../core/clock.ts'
import { hashSecret } from '../core/sealer.ts'
import { newId } from '../database/id.ts'
import type { Retention } from '../database/retention.ts'
import type { Database, Users } from '../database/tables/tables.ts'
import type { BrowserWords } from '../http/forwarded.ts'
import type { Services } from '../http/services.ts'
import { queueNotice } from './queue.ts'

type Timed = Pick<Services, 'clock'>

/** For so long an address that was the user's is told of a reset, too. */
const keptMs = 7 * dayMs

/** Called in the transaction that gives the user another email. */
export async function keepReplacedEmail(
  { clock }: Timed,
  transaction: Database,
  userId: string,
  address: string,
): Promise<void> {
  await transaction
    .insertInto('replaced_emails')
    .values({ id: newId(), user_id: userId, address, replaced_at: clock().toISOString() })
    .execute()
}

/** @returns the addresses that were the user's within the last week */
export async function recentEmails(
  { clock }: Timed,
  database: Database,
  userId: string,
): Promise<string[]> {
  const now = clock()
  const rows = await database
    .selectFrom('replaced_emails')
    .select('address')
    .where('user_id', '=', userId)
    .where('replaced_at', '>', isoAfter(now, -keptMs))
    .where('replaced_at', '<=', isoAfter(now, clockSkewMs))
    .orderBy('id')
    .execute()
  return rows.map(({ address }) => address)
}

export const replacedEmailRetention: Retention = {
  table: 'replaced_emails',
  date: 'replaced_at',
  keptMs,
  future: 'redate',
}

interface Origin extends BrowserWords {
  readonly address: string
}

type User = Pick<Users, 'id' | 'email' | 'full_name' | 'username' | 'last_login_at'>

/**
 * Tells a user of a sign-in from a browser that is not known; not of their first sign-in ever. Called
 * before the browser is remembered and the session started.
 * @param user as before the sign-in
 * @param token of the device cookie, if the browser has one
 */
export async function noticeNewBrowser(
  services: Pick<Services, 'clock' | 'mailDomain'>,
  transaction: Database,
  user: User,
  token: string | undefined,
  origin: Origin,
): Promise<void> {
  if (user.last_login_at === null) return
  if (token !== undefined && (await isKnown(transaction, user.id, token))) return
  if (await hasSuchSession(transaction, user.id, origin)) return
  await queueNotice(services, transaction, user, {
    ...origin,
    kind: 'new-browser',
    at: services.clock().toISOString(),
  })
}

async function isKnown(database: Database, userId: string, token: string): Promise<boolean> {
  const device = await database
    .selectFrom('known_devices')
    .select('user_id')
    .where('token_hash', '=', hashSecret(token))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return device !== undefined
}

/** A program without cookies that signs in again and again gives no mail each time. */
async function hasSuchSession(
  database: Database,
  userId: string,
  { browser, system, address }: Origin,
): Promise<boolean> {
  const session = await database
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('browser', '=', browser)
    .where('system', '=', system)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}
