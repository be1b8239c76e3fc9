import { clockSkewMs, isoAfter, minuteMs } from '../clock.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import { newId } from '../database/id.ts'
import type { Database } from '../database/tables.ts'
import { takeTurn } from '../database/turn.ts'
import type { Parts as AllParts } from '../parts.ts'
import { type LoginRefusals, tooManyFailures } from './login-refusals.ts'

type Parts = Pick<AllParts, 'database' | 'limits' | 'clock'>

/** An attempt counts as failed until it has succeeded, so that many at once cannot outrun the limit. */
export interface Attempt {
  readonly id: string
  readonly usernameKey: string
}

/** What is limited, each by itself. */
export function limitedKeys(usernameKey: string, address: string) {
  return { username: `username ${usernameKey}`, address: `address ${address}` }
}

/** @throws Refusal 429 when the username or the address has failed too often */
export async function countAttempt(
  parts: Parts,
  refusals: LoginRefusals,
  usernameKey: string,
  address: string,
): Promise<Attempt> {
  const { database, limits, clock } = parts
  const keys = limitedKeys(usernameKey, address)
  return database.transaction().execute(async (transaction) => {
    await takeTurn(transaction, `login ${keys.username}`, `login ${keys.address}`)
    const now = clock()
    const most = {
      username: limits.loginFailuresPerUsername,
      address: limits.loginFailuresPerAddress,
    }
    const waitsMs = {
      username: await waitFor(parts, transaction, now, 'username_key', usernameKey, most.username),
      address: await waitFor(parts, transaction, now, 'address', address, most.address),
    }
    refusals.remember(keys.username, waitsMs.username)
    refusals.remember(keys.address, waitsMs.address)
    const waitMs = Math.max(waitsMs.username, waitsMs.address)
    if (waitMs > 0) throw tooManyFailures(waitMs)
    const id = newId()
    await transaction
      .insertInto('login_failures')
      .values({
        id,
        username_key: usernameKey,
        address,
        failed_at: now.toISOString(),
        device_hash: null,
      })
      .execute()
    return { id, usernameKey }
  })
}

/** Whoever signs in starts anew; failures with other usernames still count for the address. */
export async function forgetFailures(database: Database, { usernameKey }: Attempt): Promise<void> {
  await database.deleteFrom('login_failures').where('username_key', '=', usernameKey).execute()
}

/** For an attempt that was neither right nor wrong, because the server could not look. */
export async function forgetAttempt({ database }: Parts, { id }: Attempt): Promise<void> {
  await database.deleteFrom('login_failures').where('id', '=', id).execute()
}

/** Those that no longer count, of the future too. */
export function deleteLoginFailures(
  database: Database,
  { loginWindowMinutes }: AllParts['limits'],
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  return deleteInChunks(
    (most) =>
      database.deleteFrom('login_failures').where('id', 'in', (query) =>
        query
          .selectFrom('login_failures')
          .select('id')
          .where((column) =>
            column.or([
              column('failed_at', '<=', isoAfter(now, -loginWindowMinutes * minuteMs)),
              column('failed_at', '>', isoAfter(now, clockSkewMs)),
            ]),
          )
          .limit(most),
      ),
    stop,
  )
}

/** How long until fewer than `most` failures are in the window; 0 or less when that is now. */
async function waitFor(
  { limits }: Parts,
  database: Database,
  now: Date,
  column: 'username_key' | 'address',
  value: string,
  most: number,
): Promise<number> {
  const windowMs = limits.loginWindowMinutes * minuteMs
  const oldest = await database
    .selectFrom('login_failures')
    .select('failed_at')
    .where(column, '=', value)
    .where('failed_at', '>', isoAfter(now, -windowMs))
    .where('failed_at', '<=', isoAfter(now, clockSkewMs))
    .orderBy('failed_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return 0
  return new Date(oldest.failed_at).getTime() + windowMs - now.getTime()
}
