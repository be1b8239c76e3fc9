import { dayMs, isoAfter } from '../core/clock.ts'
import { hashSecret, newSecret } from '../core/secrets.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database } from '../database/tables.ts'

/** A browser without a sign-in for so long is a stranger again. */
export const deviceLifeMs = 180 * dayMs
/** Clients without cookies are new at each sign-in. */
const mostForUser = 20

/** What a sign-in says of the browser it comes from. */
export interface Device {
  /** The cookie's value; undefined where the server does not know it. */
  readonly token: string | undefined
  /** Its hash, where this very user has signed in with it before. */
  readonly knownHash: string | null
}

/** Of several users of one browser each has signed in by themselves. */
export async function findDevice(
  database: Database,
  token: string | undefined,
  usernameKey: string,
  now: Date,
): Promise<Device> {
  if (token === undefined) return { token, knownHash: null }
  const hash = hashSecret(token)
  const rows = await database
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('users.username_key')
    .where('known_devices.token_hash', '=', hash)
    .where('known_devices.last_used_at', '>', isoAfter(now, -deviceLifeMs))
    .execute()
  return {
    token: rows.length > 0 ? token : undefined,
    knownHash: rows.some((row) => row.username_key === usernameKey) ? hash : null,
  }
}

/** After a good sign-in. @returns the cookie's value from here on */
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
        .limit(mostForUser)
        .offset(mostForUser),
    )
    .execute()
  return token
}

/** With a new password every browser is a stranger. */
export async function forgetDevices(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

export function deleteOldDevices(database: Database, now: Date, stop?: AbortSignal): Promise<void> {
  const end = isoAfter(now, -deviceLifeMs)
  return deleteInChunks(
    (most) =>
      database
        .deleteFrom('known_devices')
        // Another user of the same browser may have signed in lately.
        .where('last_used_at', '<=', end)
        .where('token_hash', 'in', (query) =>
          query
            .selectFrom('known_devices')
            .select('token_hash')
            .where('last_used_at', '<=', end)
            .limit(most),
        ),
    stop,
  )
}
