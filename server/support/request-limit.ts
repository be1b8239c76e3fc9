import { clockSkewMs, hourMs, isoAfter, secondMs } from '../core/clock.ts'
import type { Services } from '../core/services.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import type { Database } from '../database/tables.ts'
import { blockedUntil } from '../http/http-error.ts'

/**
 * Within the transaction that records the request: each is a line of the audit trail, so that there
 * is nothing else to count.
 * @throws HttpError 429 for a person who has asked too often within the last hour
 */
export async function requireFewRequests(
  { clock, limits }: Pick<Services, 'clock' | 'limits'>,
  database: Database,
  userId: string,
): Promise<void> {
  await takeAdvisoryLock(database, `support requests of ${userId}`)
  const now = clock()
  const most = limits.supportRequestsPerHour
  const oldest = await database
    .selectFrom('audit')
    .select('at')
    .where('actor_id', '=', userId)
    .where('action', '=', 'support-request')
    .where('at', '>', isoAfter(now, -hourMs))
    .where('at', '<=', isoAfter(now, clockSkewMs))
    .orderBy('at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return
  const waitMs = new Date(oldest.at).getTime() + hourMs - now.getTime()
  throw blockedUntil(
    429,
    'You have sent many requests within the last hour. Try again later.',
    waitMs / secondMs,
  )
}
