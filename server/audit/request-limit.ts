import { tooManyRequests } from '../../contract/support-requests/support-request.ts'
import { hourMs, secondMs } from '../core/clock.ts'
import { blockedUntil } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { waitForPlace } from '../database/counters.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'

type LimitedAction =
  | 'support-request'
  | 'mail-report'
  | 'user-export'
  | 'erasure-request'
  | 'mailbox-connect'
  | 'mailbox-credential-enter'

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
  const requests = database
    .selectFrom('audit')
    .where('actor_id', '=', userId)
    .where('action', '=', action)
  const window = { most: limits.supportRequestsPerHour, withinMs: hourMs }
  const waitMs = await waitForPlace(requests, 'at', window, clock())
  if (waitMs > 0) throw blockedUntil(tooManyRequests, {}, waitMs / secondMs)
}
