import { type SelectQueryBuilder, sql } from 'kysely'

/** @param rows a query that selects no columns yet */
export async function countRows<Tables, Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, unknown>,
): Promise<number> {
  // PostgreSQL gives counts as texts.
  const counted = rows.select(sql<number | string>`count(*)`.as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}
