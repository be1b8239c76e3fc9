import type { Database, SecondFactors } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'

/**
 * Keeps that a passkey has signed.
 * @param count its new signature count
 * @returns whether it still exists and was not used meanwhile
 */
export async function noteUse(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  { id, signature_count }: Pick<SecondFactors, 'id' | 'signature_count'>,
  count: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('second_factors')
    .set({ signature_count: count, last_used_at: clock().toISOString() })
    .where('id', '=', id)
    .where('signature_count', '=', signature_count)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
