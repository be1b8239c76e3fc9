import type { SelectQueryBuilder } from 'kysely'

/** @param rows a query that selects no columns yet */
export async function countRows<Tables, Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, unknown>,
): Promise<number> {
  const counted = rows.select(({ fn }) => fn.countAll().as('count'))
  // PostgreSQL counts in 64 bits, which drivers give as text.
  return Number((await counted.executeTakeFirstOrThrow()).count)
}
