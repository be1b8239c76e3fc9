import type { SelectQueryBuilder } from 'kysely'
import { tooManyResets } from '../../../contract/endpoints/forgotten-password.ts'
import { clockSkewMs, hourMs, isoAfter, secondMs } from '../../core/clock.ts'
import type { Services } from '../../core/services.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { deleteInChunks } from '../../database/delete-in-chunks.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { blockedUntil } from '../../http/http-error.ts'

/** Requests within an hour. A user with a username and an email gets no more mails than the first. */
const mostForLogin = 3
const mostForNetwork = 30
const windowMs = hourMs

interface Source {
  readonly loginHash: string
  readonly network: string
}

/**
 * Counts what was typed, whether or not there is such a user.
 * @throws HttpError 429
 */
export async function requireFewResets(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  { loginHash, network }: Source,
): Promise<void> {
  await takeAdvisoryLock(database, `reset ${loginHash}`, `reset ${network}`)
  const now = clock()
  const requests = database.selectFrom('reset_requests').select('requested_at')
  const waits = [
    await waitFor(now, requests.where('login_hash', '=', loginHash), mostForLogin),
    await waitFor(now, requests.where('network', '=', network), mostForNetwork),
  ]
  const waitMs = Math.max(...waits)
  if (waitMs > 0) throw blockedUntil(tooManyResets, {}, waitMs / secondMs)
}

/** Whether a user has got as many links as one may ask for, by username or by email. */
export async function hasManyLinks(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  userId: string,
): Promise<boolean> {
  const links = await database
    .selectFrom('account_links')
    .select('secret_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'password-reset')
    .where('created_at', '>', isoAfter(clock(), -windowMs))
    .limit(mostForLogin)
    .execute()
  return links.length === mostForLogin
}

/** Also deletes requests from a clock that was ahead. */
export function deleteOldResets(database: Database, now: Date, stop?: AbortSignal): Promise<void> {
  return deleteInChunks(
    (most) =>
      database.deleteFrom('reset_requests').where('id', 'in', (query) =>
        query
          .selectFrom('reset_requests')
          .select('id')
          .where((column) =>
            column.or([
              column('requested_at', '<=', isoAfter(now, -windowMs)),
              column('requested_at', '>', isoAfter(now, clockSkewMs)),
            ]),
          )
          .limit(most),
      ),
    stop,
  )
}

async function waitFor(
  now: Date,
  requests: SelectQueryBuilder<Tables, 'reset_requests', { requested_at: string }>,
  most: number,
): Promise<number> {
  const oldest = await requests
    .where('requested_at', '>', isoAfter(now, -windowMs))
    .where('requested_at', '<=', isoAfter(now, clockSkewMs))
    .orderBy('requested_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return 0
  return new Date(oldest.requested_at).getTime() + windowMs - now.getTime()
}
