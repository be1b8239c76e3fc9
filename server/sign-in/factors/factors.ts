import type { FactorKind } from '../../../contract/sign-in/factor.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../database/id.ts'
import type { Database, SecondFactors } from '../../database/tables/tables.ts'

type NewFactor = Pick<SecondFactors, 'user_id' | 'kind' | 'name'> & Partial<SecondFactors>

export function readFactors(database: Database, userId: string): Promise<SecondFactors[]> {
  return database
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function readFactorKinds(
  database: Database,
  userId: string,
): Promise<ReadonlySet<FactorKind>> {
  const rows = await database
    .selectFrom('second_factors')
    .select('kind')
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}

/** @returns its id */
export async function insertFactor(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  factor: NewFactor,
): Promise<string> {
  const id = newId()
  await database
    .insertInto('second_factors')
    .values({
      last_used_at: null,
      sealed_secret: null,
      last_step: null,
      credential_id: null,
      public_key: null,
      signature_count: null,
      transports: '',
      ...factor,
      id,
      created_at: clock().toISOString(),
    })
    .execute()
  return id
}
