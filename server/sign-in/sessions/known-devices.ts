import { dayMs, isoAfter } from '../../core/clock.ts'
import { hashSecret, newSecret } from '../../core/secrets.ts'
import type { Retention } from '../../database/retention.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { CallContext } from '../../http/call-context.ts'
import type { Services } from '../../http/services.ts'
import { readSignInCookie, signInCookie } from './sign-in-cookie.ts'

/** A browser is forgotten after this time without a sign-in. */
const deviceLifeMs = 180 * dayMs
/** Limits rows of clients without cookies, which get a new device at each sign-in. */
const mostForUser = 20

/** The browser that a sign-in comes from. */
export interface Device {
  /** The cookie's value; undefined if the server does not know it. */
  readonly token: string | undefined
  /** The hash of the token if this user has signed in with it before. */
  readonly knownHash: string | null
}

type Settings = Pick<Services, 'publicUrl' | 'trustedProxies'>

const cookieName = 'aman_device'

/** The value of a Set-Cookie header (decision 0025). */
export function deviceCookie(services: Settings, context: CallContext, token: string): string {
  return signInCookie(services, context, cookieName, { value: token, lifeMs: deviceLifeMs })
}

/**
 * A browser is known separately for each user who has signed in with it. Makes no database call for a
 * browser without a cookie.
 */
export async function findDevice(
  services: Settings & Pick<Services, 'clock'>,
  database: Database,
  context: CallContext,
  isUser: (user: Pick<Users, 'id' | 'username_key' | 'email'>) => boolean,
): Promise<Device> {
  const token = readSignInCookie(services, context, cookieName)
  if (token === undefined) return { token, knownHash: null }
  const hash = hashSecret(token)
  const rows = await database
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select(['users.id', 'users.username_key', 'users.email'])
    .where('known_devices.token_hash', '=', hash)
    .where('known_devices.last_used_at', '>', isoAfter(services.clock(), -deviceLifeMs))
    .execute()
  return {
    token: rows.length > 0 ? token : undefined,
    knownHash: rows.some(isUser) ? hash : null,
  }
}

/** Called after a successful sign-in. @returns the new value of the cookie */
export async function rememberDevice(
  database: Database,
  { token = newSecret() }: Pick<Device, 'token'>,
  userId: string,
  now: Date,
): Promise<string> {
  const at = now.toISOString()
  await database
    .insertInto('known_devices')
    .values({ token_hash: hashSecret(token), user_id: userId, created_at: at, last_used_at: at })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({ last_used_at: at }),
    )
    .execute()
  await database
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('known_devices')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('token_hash')
        .limit(mostForUser)
        .offset(mostForUser),
    )
    .execute()
  return token
}

/**
 * Called when the password changes: every browser is unknown again.
 * @param session whose browser stays known, because the user has just changed the password there
 */
export async function forgetDevices(
  database: Database,
  userId: string,
  session?: { readonly tokenHash: string },
): Promise<void> {
  const devices = database.deleteFrom('known_devices').where('user_id', '=', userId)
  if (session === undefined) return void (await devices.execute())
  await devices
    .where('token_hash', 'not in', (query) =>
      query
        .selectFrom('sessions')
        .select('device_hash')
        .where('token_hash', '=', session.tokenHash)
        .where('device_hash', 'is not', null),
    )
    .execute()
}

export const deviceRetention: Retention = {
  table: 'known_devices',
  // The same token may have a newer row for another user.
  key: ['token_hash', 'user_id'],
  date: 'last_used_at',
  keptMs: deviceLifeMs,
}
