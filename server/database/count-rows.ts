import { type SelectQueryBuilder, sql } from 'kysely'

/** @param rows a query that selects no columns yet */
export async function countRows<Tables, Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, unknown>,
): Promise<number> {
  const counted = rows.select(sql`count(*)`.as('count')).$castTo<{ count: number | string }>()
  // PostgreSQL gives counts as texts.
  return Number((await counted.executeTakeFirstOrThrow()).count)
}
