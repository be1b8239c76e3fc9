import { type SelectQueryBuilder, sql } from 'kysely'
import { clockSkewMs, isoAfter } from '../core/clock.ts'
import type { Database, Tables } from './tables/tables.ts'

/** Creates the counter if it is missing and locks it until the end of the transaction. */
export async function takeCounter(transaction: Database, name: string): Promise<void> {
  await transaction
    .insertInto('counters')
    .values({ name, value: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((column) => ({ value: column.ref('counters.value') })),
    )
    .execute()
}

/** @returns 1, 2, 3 … without gaps: a number is used only if its transaction commits */
export async function nextNumber(transaction: Database, name: string): Promise<number> {
  const { value } = await transaction
    .updateTable('counters')
    .set((column) => ({ value: column('value', '+', 1) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** @returns undefined for a counter that was never set */
export async function readCounter(database: Database, name: string): Promise<number | undefined> {
  const row = await database
    .selectFrom('counters')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** @returns false if it already had that value; so only one of several servers gets true */
export async function setCounter(
  database: Database,
  name: string,
  value: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: changed } = await database
    .insertInto('counters')
    .values({ name, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value }).where('counters.value', '!=', value),
    )
    .executeTakeFirstOrThrow()
  return changed === 1n
}

interface Window {
  /** Rows that may be dated within the time. */
  readonly most: number
  readonly withinMs: number
}

/**
 * Milliseconds until another row has a place, 0 if it has one now. Rows dated later than possible do not
 * count: they were written before the clock was set back.
 */
export async function waitForPlace<Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, unknown>,
  date: keyof Tables[Table] & string,
  { most, withinMs }: Window,
  now: Date,
): Promise<number> {
  const at = sql.ref<string>(date)
  const oldest = await rows
    .select(at.as('at'))
    .where(at, '>', isoAfter(now, -withinMs))
    .where(at, '<=', isoAfter(now, clockSkewMs))
    .orderBy(at, 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest === undefined ? 0 : Date.parse(oldest.at) + withinMs - now.getTime()
}
