import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrate } from '../../../server/database/opening/migrate.ts'
import { wrapSqlite } from '../../../server/database/opening/open-sqlite.ts'

async function openEmpty() {
  const sqlite = new DatabaseSync(':memory:')
  const database = wrapSqlite(sqlite)
  await migrate(database)
  const count = sqlite.prepare('select count(*) as count from counters')
  return {
    database,
    /** Counts rows at this moment, in no queue. */
    countNow: () => count.get()?.count,
    add: (name: string) => database.insertInto('counters').values({ name, value: 1 }).execute(),
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}

test('on SQLite a statement runs at once while no transaction is open', async () => {
  await using place = await openEmpty()
  const before = Number(place.countNow())
  const adding = place.add('one')
  expect(place.countNow()).toBe(before + 1)
  await adding
})

test('on SQLite a statement outside a transaction waits for its end, and sees nothing of it before', async () => {
  await using place = await openEmpty()
  const before = Number(place.countNow())
  const rolledBack = await place.database.startTransaction().execute()
  await rolledBack.insertInto('counters').values({ name: 'undone', value: 1 }).execute()
  const names = place.database.selectFrom('counters').select('name').execute()
  const adding = place.add('one')
  expect(place.countNow()).toBe(before + 1)
  await rolledBack.rollback().execute()
  expect((await names).map(({ name }) => name)).not.toContain('undone')
  await adding
  expect(place.countNow()).toBe(before + 1)
})
