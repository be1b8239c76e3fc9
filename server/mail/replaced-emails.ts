import { clockSkewMs, dayMs, isoAfter } from '../core/clock.ts'
import { newId } from '../database/id.ts'
import type { Retention } from '../database/retention.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'

type Timed = Pick<Services, 'clock'>

/** For so long an address that was the user's is told of a reset, too. */
const keptMs = 7 * dayMs

/** Called in the transaction that gives the user another email. */
export async function keepReplacedEmail(
  { clock }: Timed,
  transaction: Database,
  userId: string,
  address: string,
): Promise<void> {
  await transaction
    .insertInto('replaced_emails')
    .values({ id: newId(), user_id: userId, address, replaced_at: clock().toISOString() })
    .execute()
}

/** @returns the addresses that were the user's within the last week */
export async function recentEmails(
  { clock }: Timed,
  database: Database,
  userId: string,
): Promise<string[]> {
  const now = clock()
  const rows = await database
    .selectFrom('replaced_emails')
    .select('address')
    .where('user_id', '=', userId)
    .where('replaced_at', '>', isoAfter(now, -keptMs))
    .where('replaced_at', '<=', isoAfter(now, clockSkewMs))
    .orderBy('id')
    .execute()
  return rows.map(({ address }) => address)
}

export const replacedEmailRetention: Retention = {
  table: 'replaced_emails',
  date: 'replaced_at',
  keptMs,
  future: 'redate',
}
