import { sql } from 'kysely'
import type { Database, Flags } from '../database/tables.ts'

/** A person's flag for one sender: an address or its domain. */
export interface FlagKey {
  readonly userId: string
  readonly value: string
}

type FoundFlag = Pick<Flags, 'id' | 'flag_type' | 'user_id' | 'value'>

/** Looks up many flags in one statement, each by the index. */
export async function findFlags(
  database: Database,
  keys: readonly FlagKey[],
): Promise<(key: FlagKey) => FoundFlag | undefined> {
  // A list of pairs under `in` makes SQLite read every flag there is; a join goes by the index.
  const wanted = sql.join(keys.map(({ userId, value }) => sql`(${userId}, ${value})`))
  const { rows } = await sql<FoundFlag>`
    with wanted (user_id, value) as (values ${wanted})
    select flags.id, flags.flag_type, flags.user_id, flags.value
    from wanted join flags on flags.user_id = wanted.user_id and flags.value = wanted.value
  `.execute(database)
  const found = new Map(rows.map((row) => [`${row.user_id} ${row.value}`, row]))
  return ({ userId, value }) => found.get(`${userId} ${value}`)
}

/** Adds what red flags have stopped. */
export async function countBlocked(
  database: Database,
  blockedBy: readonly string[],
): Promise<void> {
  for (const [count, ids] of groupByCount(blockedBy)) {
    await database
      .updateTable('flags')
      .set((column) => ({ blocked_count: column('blocked_count', '+', count) }))
      .where('id', 'in', ids)
      .execute()
  }
}

/** Flags that stopped equally many share a statement. */
function groupByCount(ids: readonly string[]): Map<number, string[]> {
  const counts = Map.groupBy(ids, (id) => id)
  const groups = Map.groupBy(counts, ([, same]) => same.length)
  return new Map([...groups].map(([count, entries]) => [count, entries.map(([id]) => id)]))
}
