import type { Database } from '../../database/tables/tables.ts'

/**
 * Removes all second factors of a user, with recovery codes, counted codes and unfinished sign-ins.
 * @returns how many second factors there were
 */
export async function removeFactors(transaction: Database, userId: string): Promise<number> {
  for (const table of ['recovery_codes', 'code_attempts', 'factor_challenges'] as const) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  const { numDeletedRows } = await transaction
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
