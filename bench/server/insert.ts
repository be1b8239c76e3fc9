import { type Compilable, CompiledQuery } from 'kysely'
import type { Database } from '../../server/database/tables.ts'

/** Rows of one statement: SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const atOnce = 1000

/**
 * Writes many rows that have the same fields in the same order. The statement is made once for all
 * of its full batches, for making it takes longer than running it.
 */
export async function insertMany<Row extends object>(
  database: Database,
  rows: Iterable<Row>,
  insert: (batch: readonly Row[]) => Compilable,
): Promise<void> {
  let full: string | undefined
  for (const batch of batchesOf(rows)) {
    const isFull = batch.length === atOnce
    const sql = isFull && full !== undefined ? full : insert(batch).compile().sql
    if (isFull) full = sql
    const parameters = batch.flatMap((row) => Object.values(row))
    await database.executeQuery(CompiledQuery.raw(sql, parameters))
  }
}

function* batchesOf<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
