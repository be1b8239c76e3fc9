import type { Database } from './tables.ts'

/** Makes the counter if it is missing; who holds it in a transaction is the only one to count. */
export async function takeCounter(transaction: Database, name: string): Promise<void> {
  await transaction
    .insertInto('counters')
    .values({ name, value: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((column) => ({ value: column.ref('counters.value') })),
    )
    .execute()
}

/** @returns 1, 2, 3 …, without a gap, for a number is only used up if its transaction ends well */
export async function nextNumber(transaction: Database, name: string): Promise<number> {
  const { value } = await transaction
    .updateTable('counters')
    .set((column) => ({ value: column('value', '+', 1) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** @returns undefined for one that nobody has set */
export async function readCounter(database: Database, name: string): Promise<number | undefined> {
  const row = await database
    .selectFrom('counters')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** @returns false when it had that value already, so that of several servers one is told true */
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
