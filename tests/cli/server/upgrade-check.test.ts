import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrate, migrations, pendingMigrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { connectSqlite } from '../../../server/database/opening/open-sqlite.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { firstRelease } from '../../support/server/earlier-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const check = prepareCommand('upgrade-check')
const exportUser = prepareCommand('export-user')

test('says what an upgrade changes and how long it takes, and changes nothing', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'aman.db')
  await (await openDatabase(path)).destroy()
  const place = { folder: folder.path, environment: { DATABASE_URL: `file:${path}` } }
  expect((await check(place)).stdout).toMatch(/ needs no upgrade for Aman \d+\.\d+\.\d+\n$/)

  const older = join(folder.path, 'older.db')
  await migrateTo(older, firstRelease)
  const environment = { DATABASE_URL: `file:${older}` }
  const pending = Object.keys(migrations).filter((name) => name > firstRelease)
  const { stdout } = await check({ ...place, environment })
  for (const name of pending) expect(stdout).toContain(`\n  ${name}\n`)
  expect(stdout).toMatch(
    /A copy of its \d+\.\d MB was upgraded in \d+\.\d seconds\. Nothing was changed\.\n$/,
  )
  const database = connectSqlite(older)
  expect(await pendingMigrations(database)).toEqual(pending)
  await database.destroy()
  expect((await readdir(folder.path)).filter((name) => name.includes('upgrade'))).toEqual([])
})

test('a database that is too new names the release that reads it', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'aman.db')
  const database = await openDatabase(path)
  const names = ['0098-teams@0.9.0', '0099-more@0.10.0']
  await database
    .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .insertInto('kysely_migration')
    .values(names.map((name) => ({ name, timestamp: '2030-01-01' })))
    .execute()
  await database.destroy()
  const place = { folder: folder.path, environment: { DATABASE_URL: `file:${path}` } }
  await expect(check(place)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/ is of Aman 0\.10\.0 or newer, and this is .*\n$/),
  })
  await expect(exportUser(place, 'rania')).rejects.toMatchObject({
    stderr: expect.stringContaining('belongs to Aman 0.10.0 or newer: run the command of that'),
  })
  await expect(openDatabase(path)).rejects.toThrow(
    `it is of Aman 0.10.0 or newer, with ${names.join(', ')}: start that version`,
  )
})

test('a database of another program is left alone', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'shop.db')
  const shop = new DatabaseSync(path)
  shop.exec('create table orders (id integer)')
  await expect(openDatabase(path)).rejects.toThrow(
    `Cannot open the database ${path}: it holds tables of another program: orders`,
  )
  const tables = shop.prepare("select name from sqlite_master where type = 'table'").all()
  expect(tables.map(({ name }) => name)).toEqual(['orders'])
  shop.close()
})

async function migrateTo(path: string, name: string): Promise<void> {
  new DatabaseSync(path).close()
  const database = connectSqlite(path)
  await migrate(database, name)
  await database.destroy()
}
