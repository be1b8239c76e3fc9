import { clockSkewMs, hourMs, isoAfter, secondMs } from '../clock.ts'
import type { Database } from '../database/tables.ts'
import { takeTurn } from '../database/turn.ts'
import { refusalUntil } from '../http/refusals.ts'
import type { Parts } from '../parts.ts'

/**
 * Within the transaction that records the request: each is a line of the audit trail, so that there
 * is nothing else to count.
 * @throws Refusal 429 for a person who has asked too often within the last hour
 */
export async function requireFewRequests(
  { clock, limits }: Pick<Parts, 'clock' | 'limits'>,
  database: Database,
  personId: string,
): Promise<void> {
  await takeTurn(database, `support requests of ${personId}`)
  const now = clock()
  const most = limits.supportRequestsPerHour
  const oldest = await database
    .selectFrom('audit')
    .select('at')
    .where('actor_id', '=', personId)
    .where('action', '=', 'support-request')
    .where('at', '>', isoAfter(now, -hourMs))
    .where('at', '<=', isoAfter(now, clockSkewMs))
    .orderBy('at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return
  const waitMs = new Date(oldest.at).getTime() + hourMs - now.getTime()
  throw refusalUntil(
    429,
    'You have sent many requests within the last hour. Try again later.',
    waitMs / secondMs,
  )
}
