import { tooManyCodes } from '../../../contract/sign-in/sign-in-with-code.ts'
import { dayMs, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { newId } from '../../database/id.ts'
import type { Retention } from '../../database/retention.ts'
import type { Database } from '../../database/tables/tables.ts'
import { waitForPlace } from '../../database/window.ts'
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
  for (const limit of limits) {
    const failures = transaction
      .selectFrom('code_attempts')
      .where('user_id', '=', userId)
      .where('device_hash', deviceHash === null ? 'is' : '=', deviceHash)
    const waitMs = await waitForPlace(failures, 'failed_at', limit, now)
    if (waitMs > 0) throw blockedUntil(tooManyCodes, {}, waitMs / secondMs)
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

/** As long as attempts count. */
export const codeAttemptRetention: Retention = {
  table: 'code_attempts',
  date: 'failed_at',
  keptMs: dayMs,
  future: 'delete',
}
