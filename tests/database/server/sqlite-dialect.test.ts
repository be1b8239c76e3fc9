import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isUnavailable } from '../../../server/database/drivers/database-error.ts'
import { newId } from '../../../server/database/id.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { createTestServer } from '../../support/server/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function countFailures(database: Database): Promise<number> {
  return (await database.selectFrom('login_failures').select('id').execute()).length
}

const failure = () => ({ id: newId(), username_key: 'a', address: 'b', failed_at: 'c' })

test('simultaneous transactions do not see or undo each other', async () => {
  await using server = await createTestServer()
  const { database } = server
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, position) =>
      database.transaction().execute(async (transaction) => {
        const before = await countFailures(transaction)
        await transaction.insertInto('login_failures').values(failure()).execute()
        expect(await countFailures(transaction)).toBe(before + 1)
        if (position % 3 === 0) throw new Error('undone')
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(await countFailures(database)).toBe(20)
})

test('two connections to one file wait for each other instead of failing', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'data', 'aman.db')
  const databases = [await openDatabase(path), await openDatabase(path)]
  for (let round = 0; round < 20; round += 1) {
    for (const database of databases) {
      await database.transaction().execute(async (transaction) => {
        await countFailures(transaction)
        await transaction.insertInto('login_failures').values(failure()).execute()
      })
    }
  }
  for (const database of databases) {
    expect(await countFailures(database)).toBe(40)
    await database.destroy()
  }
})

test('only the owner can read the file and its folder, and commits survive a power cut', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'data', 'aman.db')
  const database = await openDatabase(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
  const { rows } =
    await sql`select * from pragma_journal_mode, pragma_synchronous, pragma_foreign_keys`.execute(
      database,
    )
  expect(rows).toEqual([{ journal_mode: 'wal', synchronous: 2, foreign_keys: 1 }])
  await database.destroy()
})

test('rows have the columns of their table, also after a column is added', async () => {
  await using server = await createTestServer()
  const { database } = server
  const { id } = failure()
  const all = () => database.selectFrom('login_failures').selectAll().execute()
  const row = { id, username_key: 'a', address: 'b', failed_at: 'c', device_hash: null }
  const inserted = await database
    .insertInto('login_failures')
    .values(row)
    .returning(['failed_at', 'id as key'])
    .execute()
  expect(inserted).toEqual([{ failed_at: 'c', key: id }])
  expect(await all()).toEqual([row])
  await sql`alter table login_failures rename column failed_at to at`.execute(database)
  await sql`alter table login_failures add column more text`.execute(database)
  const { failed_at: at, ...others } = row
  expect(await all()).toEqual([{ ...others, at, more: null }])
  const named = database.selectFrom('login_failures').select(['address', 'device_hash'])
  expect(await Array.fromAsync(named.stream())).toEqual([{ address: 'b', device_hash: null }])
})

test('a column takes only its own type', async () => {
  await using server = await createTestServer()
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and strict = 0 and type = 'table'
    and name not like 'kysely%' and name not like 'sqlite%'`.execute(server.database)
  expect(rows).toEqual([])
})

test('a file that is not a database is rejected with its path', async () => {
  await using temporary = await temporaryFolder()
  const folder = temporary.path
  const text = join(folder, 'text.db')
  await writeFile(text, 'This is certainly no database file. '.repeat(100))
  for (const path of [folder, text, join(text, 'below.db')]) {
    await expect(openDatabase(path)).rejects.toThrow(`Cannot open the database ${path}: `)
  }
})

test('a locked database is distinguished from a programming error', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'data', 'aman.db')
  const [holder, other] = [await openDatabase(path), await openDatabase(path)]
  await sql`pragma busy_timeout = 1`.execute(other)
  const locked = await holder
    .transaction()
    .execute(() =>
      other.insertInto('login_failures').values(failure()).execute().catch(isUnavailable),
    )
  expect(locked).toBe(true)
  expect(await sql`select nonsense`.execute(other).catch(isUnavailable)).toBe(false)
  await Promise.all([holder.destroy(), other.destroy()])
})
