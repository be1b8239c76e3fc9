import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isPostgresUrl } from '../../../server/core/database-address.ts'
import { migrate, pendingMigrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { connectTo, firstRelease } from '../../support/server/earlier-database.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeUser } from '../../support/worlds/factories.ts'
import { contentOf, fillDatabase } from '../../support/worlds/full-database.ts'

const run = prepareCommand('import-file')

function importFile(url: string, ...options: string[]) {
  return run({ environment: { DATABASE_URL: url } }, ...options)
}

test('all rows of a file are in the empty database afterwards, and users stay signed in', async () => {
  await using folder = await temporaryFolder()
  await using target = await createTestDatabase()
  const path = join(folder.path, 'aman.db')
  const token = await fillDatabase(path)
  const { stdout } = await importFile(target.url, path)
  expect(stdout.trimEnd().split('\n').at(-1)).toContain(` now has all of ${path}`)

  const source = await openDatabase(path)
  const expected = await contentOf(source)
  await source.destroy()
  for (const [table, rows] of Object.entries(expected)) {
    expect(rows.length, table).toBeGreaterThan(0)
    expect(stdout).toContain(`${table}: ${rows.length}\n`)
  }
  await using server = await createTestServer({ address: target.address })
  expect(await contentOf(server.database)).toEqual(expected)
  if (isPostgresUrl(target.address)) {
    // PostgreSQL's planner knows the new rows.
    const { rows } = await sql`select 1 from pg_stats where tablename = 'users'`.execute(
      server.database,
    )
    expect(rows).not.toEqual([])
    // Safe mail lies by the day of its end, of which nothing is deleted by rows.
    const rest = await sql`select id from scans_safe_rest`.execute(server.database)
    expect(rest.rows).toEqual([])
  }
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
})

test('nothing is copied into a database that is not empty', async () => {
  await using folder = await temporaryFolder()
  await using target = await createTestDatabase()
  const path = join(folder.path, 'aman.db')
  await fillDatabase(path)
  await using server = await createTestServer({ address: target.address })
  await makeUser(server)
  const before = await contentOf(server.database)
  await expect(importFile(target.url, path)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      '\nNothing was copied: the database is not empty, organizations has rows\n',
    ),
  })
  expect(await contentOf(server.database)).toEqual(before)
})

test.each(['file', 'database'] as const)(
  'a %s of an earlier version is not migrated, and nothing is copied',
  async (earlier) => {
    await using folder = await temporaryFolder()
    await using target = await createEmptyDatabase()
    const path = join(folder.path, 'aman.db')
    if (earlier === 'database') await (await openDatabase(path)).destroy()
    const opened = connectTo(earlier === 'file' ? path : target.address)
    try {
      await migrate(opened, firstRelease)
      const pending = await pendingMigrations(opened)
      await expect(importFile(target.url, path)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('belongs to an older version of Aman'),
      })
      expect(await pendingMigrations(opened)).toEqual(pending)
    } finally {
      await opened.destroy()
    }
  },
)

test('a missing file is not created, and wrong arguments are reported', async () => {
  await using folder = await temporaryFolder()
  await using target = await createTestDatabase()
  const path = join(folder.path, 'none.db')
  for (const [options, words] of [
    [[path], `There is no file ${path}`],
    [[], 'Name one file'],
    [[path, path], 'Name one file'],
    [['--force'], "Unknown option '--force'"],
  ] as const) {
    await expect(importFile(target.url, ...options)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(words),
    })
  }
  await expect(stat(path)).rejects.toThrow('ENOENT')
})
