import { DeleteResult, sql } from 'kysely'
import { clockSkewMs, isoAfter } from '../core/clock.ts'
import { deleteInChunks } from './delete-in-chunks.ts'
import type { Database, Tables } from './tables/tables.ts'

/** Rows that are kept for a time from the date in a column. */
interface DatedRows<Table extends keyof Tables> {
  readonly table: Table
  readonly column: keyof Tables[Table] & string
  /** The primary key; `id` if not set. */
  readonly key?: readonly (keyof Tables[Table] & string)[]
  readonly keptMs: number
}

/** Deletes old rows; for those dated while the clock was ahead the time begins now. */
export async function deleteOlder<Table extends keyof Tables>(
  database: Database,
  { table, column, key, keptMs }: DatedRows<Table>,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  const rows = sql.table(table)
  const date = sql.ref(column)
  const primaryKey = sql.join((key ?? ['id']).map((name) => sql.ref(name)))
  await sql`update ${rows} set ${date} = ${now.toISOString()}
    where ${date} > ${isoAfter(now, clockSkewMs)}`.execute(database)
  const deleteSome = async (most: number) => {
    const { numAffectedRows = 0n } = await sql`delete from ${rows} where (${primaryKey}) in (
      select ${primaryKey} from ${rows} where ${date} <= ${isoAfter(now, -keptMs)} limit ${most})`.execute(
      database,
    )
    return new DeleteResult(numAffectedRows)
  }
  await deleteInChunks((most) => ({ executeTakeFirstOrThrow: () => deleteSome(most) }), stop)
}
