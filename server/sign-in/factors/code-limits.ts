import { tooManyCodes } from '../../../contract/sign-in/sign-in-with-code.ts'
import { clockSkewMs, dayMs, isoAfter, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { deleteEnded } from '../../database/delete-ended.ts'
import { newId } from '../../database/id.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services as AllServices } from '../../http/services.ts'

/**
 * Wrong codes of a user within a time. Three codes of six digits are valid at a time, so that an
 * attacker who has the password guesses one in 30 days with a chance of 1 in 370.
 */
const limits = [
  { most: 10, withinMs: 15 * minuteMs },
  { most: 30, withinMs: dayMs },
] as const

interface Source {
  readonly userId: string
  /** Set for a known browser of the user, which strangers cannot lock out. */
  readonly deviceHash: string | null
}

/**
 * Counts an attempt as failed until `forgetCodeAttempt`. The lock makes concurrent attempts of a user
 * run one after the other, until the end of the transaction.
 * @throws HttpError 429
 */
export async function countCodeAttempt(
  { clock }: Pick<AllServices, 'clock'>,
  transaction: Database,
  { userId, deviceHash }: Source,
): Promise<string> {
  await takeAdvisoryLock(transaction, `codes ${userId}`)
  const now = clock()
  for (const { most, withinMs } of limits) {
    const oldest = await transaction
      .selectFrom('code_attempts')
      .select('failed_at')
      .where('user_id', '=', userId)
      .where('device_hash', deviceHash === null ? 'is' : '=', deviceHash)
      .where('failed_at', '>', isoAfter(now, -withinMs))
      .where('failed_at', '<=', isoAfter(now, clockSkewMs))
      .orderBy('failed_at', 'desc')
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst()
    if (oldest === undefined) continue
    const waitMs = Date.parse(oldest.failed_at) + withinMs - now.getTime()
    throw blockedUntil(tooManyCodes, {}, waitMs / secondMs)
  }
  const id = newId()
  await transaction
    .insertInto('code_attempts')
    .values({ id, user_id: userId, device_hash: deviceHash, failed_at: now.toISOString() })
    .execute()
  return id
}

/** For a code that was right. Earlier failures still count. */
export async function forgetCodeAttempt(database: Database, id: string): Promise<void> {
  await database.deleteFrom('code_attempts').where('id', '=', id).execute()
}

/** Deletes attempts that no longer count. */
export function deleteOldCodeAttempts(
  database: Database,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  const rows = {
    table: 'code_attempts',
    key: 'id',
    passed: ['failed_at', isoAfter(now, -dayMs)],
    latest: ['failed_at', isoAfter(now, clockSkewMs)],
  } as const
  return deleteEnded(database, rows, stop)
}
