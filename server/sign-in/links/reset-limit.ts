import type { SelectQueryBuilder } from 'kysely'
import { tooManyResets } from '../../../contract/sign-in/forgotten-password.ts'
import { clockSkewMs, hourMs, isoAfter, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { deleteInChunks } from '../../database/delete-in-chunks.ts'
import type { Database, ResetRequests, Tables } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'

/** Requests within an hour from one network, or from one known browser. */
const mostFromSource = 30
const windowMs = hourMs

/**
 * Links that a user gets within a time, for requests of strangers and for those of each known browser.
 * Links work for longer than that, so that a user who gets no further one has one that works.
 */
const mostForUser = 3
const userWindowMs = 20 * minuteMs

type Source = Pick<ResetRequests, 'network' | 'device_hash'>

/**
 * Counts a known browser apart from its network, and no names: strangers would use up the allowance of a
 * user.
 * @throws HttpError 429
 */
export async function requireFewResets(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  { network, device_hash }: Source,
): Promise<void> {
  await takeAdvisoryLock(database, `reset ${device_hash ?? network}`)
  const now = clock()
  const requests = database.selectFrom('reset_requests').select('requested_at')
  const ofSource =
    device_hash === null
      ? requests.where('network', '=', network).where('device_hash', 'is', null)
      : requests.where('device_hash', '=', device_hash)
  const waitMs = await waitFor(now, ofSource)
  if (waitMs > 0) throw blockedUntil(tooManyResets, {}, waitMs / secondMs)
}

/** Whether a user has got as many links as they get for requests of this browser, or of strangers. */
export async function hasManyLinks(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  userId: string,
  deviceHash: string | null,
): Promise<boolean> {
  const now = clock()
  const links = await database
    .selectFrom('account_links')
    .select('secret_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'password-reset')
    .where('device_hash', deviceHash === null ? 'is' : '=', deviceHash)
    .where('created_at', '>', isoAfter(now, -userWindowMs))
    .where('created_at', '<=', isoAfter(now, clockSkewMs))
    .limit(mostForUser)
    .execute()
  return links.length === mostForUser
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
): Promise<number> {
  const oldest = await requests
    .where('requested_at', '>', isoAfter(now, -windowMs))
    .where('requested_at', '<=', isoAfter(now, clockSkewMs))
    .orderBy('requested_at', 'desc')
    .offset(mostFromSource - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return 0
  return new Date(oldest.requested_at).getTime() + windowMs - now.getTime()
}
