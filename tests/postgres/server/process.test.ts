import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { needsOperator } from '../../../server/core/start-error.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/server/test-database.ts'

async function signIn(url: string | undefined, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  return /"access_token":"(.+?)"/.exec(await answer.text())?.[1] ?? ''
}

test('four servers that start at once on an empty database all work, and stop on request', async () => {
  await using database = await createEmptyDatabase()
  const url = new URL(database.url)
  // The tests' PostgreSQL accepts any.
  url.password = 'pass-of-the-database'
  const environment = { DATABASE_URL: url.href }
  const servers = await Promise.all(
    Array.from({ length: 4 }, () => startServerProcess(environment)),
  )
  expect(servers.map(({ output }) => output().stderr).join('')).toBe('')
  const [one, other] = servers
  const printed = servers.map(({ output }) => output().stdout).join('')
  const passwords = [...printed.matchAll(/password (\S+) \(shown only once\)/g)]
  expect(passwords).toHaveLength(1)
  const token = await signIn(one?.url, passwords[0]?.[1] ?? '')
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${other?.url}/api/auth/me`, { headers })).status).toBe(200)
  await fetch(`${other?.url}/api/auth/logout`, { method: 'POST', headers })
  expect((await fetch(`${one?.url}/api/auth/me`, { headers })).status).toBe(401)
  for (const server of servers) {
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
    const { stdout, stderr } = server.output()
    expect(stdout).toMatch(/"database":"PostgreSQL at 127\.0\.0\.1:\d+\/test_\w+"/)
    expect(stdout + stderr).not.toContain('pass-of-the-database')
    expect(stdout).toContain(
      '"not offered","what":"authenticator apps, single sign-on and webhooks","needs":"SECRETS_KEY"',
    )
    expect(stderr).toBe('')
  }
})

test.each([
  [
    'postgres://aman:pass-of-the-database@127.0.0.1:1/aman',
    /^Cannot open the database 127\.0\.0\.1:1\/aman: .*ECONNREFUSED.*\n$/,
  ],
  [
    'postgres://aman:pass-of-the-database@localhost:1/aman',
    /^Cannot open the database localhost:1\/aman: .*ECONNREFUSED.*\n$/,
  ],
  [
    'postgres://aman:pass-of-the-database',
    /^DATABASE_URL is '…', but file:<path> or postgres:.+ is expected\n$/,
  ],
])('a start with %s prints one readable line without the password', async (url, words) => {
  const { exited, output } = await startServerProcess({ DATABASE_URL: url })
  expect(await exited).toBe(url.includes(':1/') ? 1 : needsOperator)
  expect(output().stderr).toMatch(words)
  expect(output().stderr).not.toContain('pass-of-the-database')
  expect(output().stdout).toBe('')
})

test('a missing database is one readable line', async () => {
  await using database = await createTestDatabase()
  const url = new URL(database.url)
  url.pathname = 'nowhere'
  const { exited, output } = await startServerProcess({ DATABASE_URL: url.href })
  expect(await exited).toBe(needsOperator)
  expect(output().stderr).toMatch(/^Cannot open .+: database "nowhere" does not exist\n$/)
})

test('a first start on a read-only database is one readable line', async () => {
  await using created = await createTestDatabase()
  const database = await openDatabase(created.address)
  const name = sql.id(new URL(created.url).pathname.slice(1))
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(database)
  try {
    const { exited, output } = await startServerProcess({ DATABASE_URL: created.url })
    expect(await exited).toBe(1)
    expect(output().stderr).toMatch(
      /^Cannot use the database 127\.0\.0\.1:\d+\/\w+: cannot execute INSERT in a read-only transaction\n$/,
    )
  } finally {
    await sql`alter database ${name} reset default_transaction_read_only`.execute(database)
    await database.destroy()
  }
})
