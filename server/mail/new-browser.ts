import { hashSecret } from '../core/secrets.ts'
import type { Users } from '../database/tables/accounts.ts'
import type { Database } from '../database/tables/tables.ts'
import type { BrowserWords } from '../http/browser-words.ts'
import type { Services } from '../http/services.ts'
import { queueNotice } from './queue.ts'

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
