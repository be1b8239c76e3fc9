import { DeleteResult, sql } from 'kysely'
import { deleteInChunks } from './delete-in-chunks.ts'
import type { Database, Tables } from './tables/tables.ts'

/** Rows of which a time has passed, or is later than possible. */
interface EndedRows<Table extends keyof Tables> {
  readonly table: Table
  readonly key: keyof Tables[Table] & string
  /** Ended are rows with this time in the column, and with earlier ones. */
  readonly passed: readonly [column: keyof Tables[Table] & string, time: string]
  /** Rows with a later time were written before the clock was set back, and would count again. */
  readonly latest: readonly [column: keyof Tables[Table] & string, time: string]
}

export function deleteEnded<Table extends keyof Tables>(
  database: Database,
  { table, key, passed, latest }: EndedRows<Table>,
  stop?: AbortSignal,
): Promise<void> {
  const [rows, id] = [sql.table(table), sql.ref(key)]
  const deleteSome = async (most: number) => {
    const { numAffectedRows = 0n } = await sql`delete from ${rows} where ${id} in (
      select ${id} from ${rows} where ${sql.ref(passed[0])} <= ${passed[1]}
        or ${sql.ref(latest[0])} > ${latest[1]} limit ${most})`.execute(database)
    return new DeleteResult(numAffectedRows)
  }
  return deleteInChunks((most) => ({ executeTakeFirstOrThrow: () => deleteSome(most) }), stop)
}
