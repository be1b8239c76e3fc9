import { execFile } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { isUnavailable } from '../../../server/database/drivers/database-error.ts'
import { newId } from '../../../server/database/id.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { sendDueMails } from '../../../server/mail/worker.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

async function countFailures(database: Database): Promise<number> {
  return (await database.selectFrom('login_failures').select('id').execute()).length
}

const failure = () => ({ id: newId(), username_key: 'a', address: 'b', failed_at: 'c' })

test('simultaneous transactions do not see or undo each other', async ({ server }) => {
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

test('rows have the columns of their table, also after a column is added', async ({ server }) => {
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

test('a column takes only its own type', async ({ server }) => {
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

const repository = resolve(import.meta.dirname, '../../..')
const dayMs = 24 * 60 * 60 * 1000

/** One trace for each column of the removed user's data. */
const traces = [
  'zq-username',
  'zq-full-name',
  // The end of a trigram, as the search index stores it.
  '鱻龘',
  'zq-email',
  'zq-phone',
  'zq-department',
  'zq-flag',
  'zq-reason',
  'zq-subject',
  'zq-sender',
  'zq-detection',
  'zq-indicator',
]

/** The traces that the bytes of the files in a folder contain, by file. */
async function findTraces(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name))
    for (const trace of traces) if (bytes.includes(trace)) found.push(`${name}: ${trace}`)
  }
  return found
}

/** A user whose data is spread among other users' data, over as many pages as a year of mail fills. */
async function fill(server: TestServer) {
  const organizationId = await makeOrganization(server)
  const user = await makeUser(server, {
    organizationId,
    username: 'zq-username',
    full_name: 'zq-full-name 龖鱻龘',
    email: 'zq-email@firm.example',
    phone: 'zq-phone',
    department: 'zq-department',
  })
  const colleagues = await Promise.all(
    Array.from({ length: 5 }, () => makeUser(server, { organizationId })),
  )
  const token = await makeSession(server, user)
  for (let count = 0; count < 50; count += 1) {
    const body = { flag_type: 'red', value: `zq-flag-${count}.example`, reason: 'zq-reason' }
    expect((await server.post('/api/flags/add', { token, body })).status).toBe(200)
  }
  for (let round = 0; round < 40; round += 1) {
    for (const colleague of colleagues) await reportScans(server, colleague, Array(10).fill({}))
    await reportScans(
      server,
      user,
      Array.from({ length: 20 }, (_, position) => ({
        subject: `zq-subject ${'long '.repeat(position * 10)}`,
        sender: `a@zq-sender-${round}-${position}.example`,
        threat_level: position % 2 === 0 ? ('safe' as const) : ('suspicious' as const),
        detection_reason: 'zq-detection',
        indicators: ['zq-indicator'],
      })),
    )
  }
  return user
}

test('no data of a removed user remains in the file, its journal or a backup', async () => {
  await using folder = await temporaryFolder()
  await using data = await temporaryFolder()
  const address = join(data.path, 'aman.db')
  await using server = await createTestServer({ address })
  const admin = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const user = await fill(server)
  expect((await findTraces(data.path)).length).toBeGreaterThanOrEqual(traces.length)
  const path = `/api/admin/users/${user.id}`
  expect((await server.delete(path, { token: admin })).status).toBe(200)
  // Only the mail that notifies them contains their data, until a day after it was sent.
  const left = await findTraces(data.path)
  expect(left.filter((found) => !/(?:zq-(?:full-name|username|email)|鱻龘)$/.test(found))).toEqual(
    [],
  )
  const transport = { description: 'a test', deliver: async () => {} }
  await sendDueMails({ ...server.services, transport })
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await findTraces(data.path)).toEqual([])
  const env = { ...process.env, DATABASE_URL: `file:${address}` }
  const backup = ['server/cli/backup.ts', join(folder.path, 'backup.db')]
  await promisify(execFile)(process.execPath, backup, { cwd: repository, env })
  expect(await readdir(folder.path)).toEqual(['backup.db', 'backup.db.secrets'])
  expect(await findTraces(folder.path)).toEqual([])
})

test('no part of a subject remains after its retention', async () => {
  await using data = await temporaryFolder()
  await using server = await createTestServer({ address: join(data.path, 'aman.db') })
  await fill(server)
  server.clock.pass(31 * dayMs)
  await runHousekeeping(server.services)
  const found = await findTraces(data.path)
  expect(found.filter((trace) => /subject|sender|detection|indicator/.test(trace))).toEqual([])
})
