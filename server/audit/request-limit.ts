import { tooManyRequests } from '../../contract/support-requests/support-request.ts'
import { clockSkewMs, hourMs, isoAfter, secondMs } from '../core/clock.ts'
import { blockedUntil } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'

type LimitedAction = 'support-request' | 'mail-report' | 'user-export' | 'erasure-request'

/**
 * Counts the user's requests of a kind in the audit trail, within the transaction that records the
 * request.
 * @throws HttpError 429 if the user has sent too many requests within the last hour
 */
export async function requireFewRequests(
  { clock, limits }: Pick<Services, 'clock' | 'limits'>,
  database: Database,
  userId: string,
  action: LimitedAction = 'support-request',
): Promise<void> {
  await takeAdvisoryLock(database, `support requests of ${userId}`)
  const now = clock()
  const most = limits.supportRequestsPerHour
  const oldest = await database
    .selectFrom('audit')
    .select('at')
    .where('actor_id', '=', userId)
    .where('action', '=', action)
    .where('at', '>', isoAfter(now, -hourMs))
    .where('at', '<=', isoAfter(now, clockSkewMs))
    .orderBy('at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return
  const waitMs = new Date(oldest.at).getTime() + hourMs - now.getTime()
  throw blockedUntil(tooManyRequests, {}, waitMs / secondMs)
}
