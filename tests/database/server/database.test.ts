import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { clockSkewMs, dayMs } from '../../../server/core/clock.ts'
import {
  isReferenceViolation,
  isUniqueViolation,
} from '../../../server/database/drivers/database-error.ts'
import { StatementNames } from '../../../server/database/drivers/prepare.ts'
import { newId } from '../../../server/database/id.ts'
import { keptSecret } from '../../../server/database/kept-secret.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { openExistingDatabase } from '../../../server/database/opening/open-existing.ts'
import { deleteExpired } from '../../../server/database/retention.ts'
import { createTestServer } from '../../support/server/server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { test } from '../../support/server/server-test.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeUser } from '../../support/worlds/factories.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

test('a conflict with another row is distinguished from a programming error', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const same = await makeUser(server, { username: user.username }).catch((cause: unknown) => cause)
  expect([isUniqueViolation(same), isReferenceViolation(same)]).toEqual([true, false])
  const flag = { flag_type: 'red', value: 'spam.example' } as const
  const alone = await makeFlag(server, { id: 'unknown' }, flag).catch((cause: unknown) => cause)
  expect([isUniqueViolation(alone), isReferenceViolation(alone)]).toEqual([false, true])
  const mistake = await server.database
    .updateTable('users')
    // @ts-expect-error there is no such column
    .set({ nickname: 'Rania' })
    .execute()
    .catch((cause: unknown) => cause)
  expect([isUniqueViolation(mistake), isReferenceViolation(mistake)]).toEqual([false, false])
})

test('ids are ascending UUIDs of version 7, within a millisecond too', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids.slice(0, 100)) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
  const time = Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)
  expect(Math.abs(time - Date.now())).toBeLessThan(60_000)
})

const kept = ({
  database,
}: {
  database: Awaited<ReturnType<typeof createTestServer>>['database']
}) => database.selectFrom('secrets').select('value').where('name', '=', 'of a test').execute()

test('a secret is created once, and read from the database once', async ({ server }) => {
  const secret = await keptSecret(server, 'of a test')
  expect(await kept(server)).toEqual([{ value: secret }])
  expect(await keptSecret(server, 'of a test')).toBe(secret)
  await server.database.deleteFrom('secrets').execute()
  expect(await keptSecret(server, 'of a test')).toBe(secret)
  expect(await keptSecret(server, 'of another test')).not.toBe(secret)
})

test('a secret of a transaction that was rolled back is forgotten', async ({ server }) => {
  const { database, clock } = server
  const secrets: string[] = []
  const rolledBack = database.transaction().execute(async (transaction) => {
    secrets.push(await keptSecret({ database: transaction, clock }, 'of a test'))
    secrets.push(await keptSecret({ database: transaction, clock }, 'of a test'))
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(secrets[0]).toBe(secrets[1])
  const secret = await keptSecret(server, 'of a test')
  expect(secrets).not.toContain(secret)
  expect(await kept(server)).toEqual([{ value: secret }])
})

/** The name of a text when it comes for the sixth time. */
function nameOf(names: StatementNames, text: string): string | undefined {
  for (let time = 0; time < 5; time += 1) names.nameOf(text)
  return names.nameOf(text)
}

test('a statement that comes often has a name of its own, which it keeps', () => {
  const names = new StatementNames()
  const [one, other] = ['select id from users limit 51', 'select id from users limit 11']
  expect(names.nameOf(one)).toBeUndefined()
  const name = nameOf(names, one)
  expect(name).toMatch(/./)
  expect(nameOf(names, other)).not.toBe(name)
  expect(names.nameOf(one)).toBe(name)
})

test('searches, all columns of a table and very long statements have no names', () => {
  const names = new StatementNames()
  const texts = [
    'select id from users where search_text like $1 limit 24',
    'select * from users',
    'select "users".* from "users"',
    'delete from flags where user_id = $1 returning *',
    `insert into "mails" values ${'($1, $2), '.repeat(1000)}`,
  ]
  for (const text of texts) expect(nameOf(names, text), text.slice(0, 60)).toBeUndefined()
  expect(nameOf(names, 'select count(*) as count from users')).toBeDefined()
})

test('a connection keeps at most a hundred of them, whatever lists are asked for', () => {
  const names = new StatementNames()
  const named = Array.from({ length: 300 }, (_, limit) =>
    nameOf(names, `select id from users limit ${limit}`),
  )
  expect(new Set(named.filter((name) => name !== undefined)).size).toBe(100)
})

test('rows whose time has passed, or is later than possible, are deleted; the others stay', async () => {
  await using server = await createTestServer()
  const { id: user_id } = await makeUser(server)
  const [before, passed, open, latest, impossible] = ['01', '02', '03', '04', '05'].map(
    (day) => `2025-01-${day}T00:00:00.000Z`,
  )
  const now = new Date(Date.parse(passed ?? '') + dayMs)
  const times = [before, passed, open, latest, impossible].map((time) => time ?? '')
  await server.database
    .insertInto('code_attempts')
    .values(times.map((failed_at) => ({ id: failed_at, user_id, failed_at, device_hash: null })))
    .execute()
  const aheadMs = Date.parse(latest ?? '') - now.getTime() - clockSkewMs
  const kept = {
    ...({ table: 'code_attempts', date: 'failed_at' } as const),
    ...({ keptMs: dayMs, future: 'delete', aheadMs } as const),
  }
  await deleteExpired(server.database, kept, now)
  const left = await server.database
    .selectFrom('code_attempts')
    .select('id')
    .orderBy('id')
    .execute()
  expect(left.map(({ id }) => id)).toEqual([open, latest])
})

const megabyte = 1_000_000

/** Only root may mount. */
test.skipIf(process.getuid?.() !== 0)(
  'on a full disk /api/ready is a 503 and pages are served, until there is room again',
  async () => {
    await using folder = await temporaryFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder.path])
    await using cleanUps = new AsyncDisposableStack()
    cleanUps.defer(() => {
      execFileSync('umount', ['--lazy', folder.path])
    })
    const DATABASE_URL = `file:${join(folder.path, 'aman.db')}`
    const server = await startServerProcess({ DATABASE_URL })
    cleanUps.defer(async () => {
      await server.end('SIGKILL')
    })
    const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status
    expect(await statusOf('/api/ready')).toBe(200)
    const filler = join(folder.path, 'filler')
    expect(() => writeFileSync(filler, Buffer.alloc(20 * megabyte))).toThrow('ENOSPC')
    // Readiness is remembered for a second, and the journal may have a page left.
    await expect.poll(() => statusOf('/api/ready')).toBe(503)
    expect(await statusOf('/api/health')).toBe(200)
    rmSync(filler)
    await expect.poll(() => statusOf('/api/ready')).toBe(200)
  },
)

test('a database whose restore did not come to its end is named as that', async () => {
  await using place = await createTestDatabase()
  const database = await openDatabase(place.address)
  // A restore fills the tables after it has made all of them.
  await sql`delete from kysely_migration`.execute(database)
  await database.destroy()
  const words = /it is not completely restored: it has tables of Aman/
  await expect(openDatabase(place.address)).rejects.toThrow(words)
  await expect(openExistingDatabase(place.address)).rejects.toThrow(words)
})
