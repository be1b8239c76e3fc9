import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { owning } from '../../support/owning.ts'
import { unprivileged } from '../../support/postgres/cluster.ts'
import { findProxy } from '../../support/proxies/proxy.ts'
import { openClient } from '../../support/server/client.ts'
import { freePort } from '../../support/server/free-port.ts'
import { startServer } from '../../support/server/running-server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const pgbouncer = findProxy('pgbouncer')
const program = pgbouncer ?? ''
const password = 'violet kettle drum'

test.skipIf(pgbouncer === undefined)(
  'a server starts, signs in and survives a restart of PgBouncer that gives each connection a session',
  async () => {
    await using database = await createEmptyDatabase()
    await using pooler = await startPooler({ program, databaseUrl: database.url, mode: 'session' })
    await using server = await startServer(pooler.databaseUrl, { FIRST_ADMIN_PASSWORD: password })
    const client = openClient(server.url)
    const signIn = () =>
      client.send('POST', '/auth/login', { body: { username: 'admin', password } })
    expect((await signIn()).status).toBe(200)
    expect((await client.send('GET', '/ready')).status).toBe(200)
    await pooler.restart()
    await expect.poll(async () => (await signIn()).status).toBe(200)
    client.end()
    expect(server.output().stderr).toBe('')
  },
)

test.skipIf(pgbouncer === undefined)(
  'every connection waits five seconds for a lock at most, straight and through PgBouncer',
  async () => {
    await using created = await createTestDatabase()
    const databaseUrl = created.url
    await using pooler = await startPooler({ program, databaseUrl, mode: 'session' })
    for (const address of [created.address, pooler.databaseUrl]) {
      const database = await openDatabase(address)
      const { rows } = await sql`show lock_timeout`.execute(database)
      await database.destroy()
      expect(rows).toEqual([{ lock_timeout: '5s' }])
    }
  },
)

test.skipIf(pgbouncer === undefined).each([
  [
    'transaction',
    'a pooler gives each transaction another session and keeps no prepared statements: set pool_mode = session, or max_prepared_statements in PgBouncer 1.21 or later',
  ],
  ['statement', 'transaction blocks not allowed in statement pooling mode'],
] as const)(
  'a start behind PgBouncer with pool_mode = %s prints one line that says why it cannot work',
  async (mode, words) => {
    await using database = await createTestDatabase()
    await using pooler = await startPooler({ program, databaseUrl: database.url, mode })
    const environment = { DATABASE_URL: pooler.databaseUrl }
    // The pooler's sessions hold what the first start left in them.
    for (let start = 0; start < 2; start += 1) {
      const { exited, output } = await startServerProcess(environment)
      expect(await exited).not.toBe(0)
      const { stderr } = output()
      expect(stderr).toMatch(/^Cannot open the database 127\.0\.0\.1:\d+\/\w+: .+\n$/)
      expect(stderr).toContain(words)
    }
  },
)

/** The first version that keeps prepared statements when it gives a client another session. */
const keepsStatementsFrom = '1.21'

interface PoolerOptions {
  /** The path of PgBouncer. */
  readonly program: string
  /** A database of the PostgreSQL that it stands in front of. */
  readonly databaseUrl: string
  readonly mode: 'session' | 'transaction' | 'statement'
  /** How many statements it keeps for each session, where its version can. */
  readonly preparedStatements?: number
}

/** A PgBouncer of the tests' own, on a port of its own. */
interface Pooler extends AsyncDisposable {
  /** The way through it to the same database. */
  readonly databaseUrl: string
  /** Ends it with all connections, and starts it again. */
  restart(): Promise<void>
}

async function startPooler(options: PoolerOptions): Promise<Pooler> {
  const { program, mode, preparedStatements = 0 } = options
  await using cleanUp = new AsyncDisposableStack()
  const folder = await temporaryFolder()
  cleanUp.defer(() => folder.remove())
  const behind = new URL(options.databaseUrl)
  const port = await freePort()
  const file = join(folder.path, 'pgbouncer.ini')
  const users = join(folder.path, 'users.txt')
  const keeping = keepsStatements(program)
    ? [`max_prepared_statements = ${preparedStatements}`]
    : []
  await writeFile(users, `"${behind.username}" ""\n`)
  await writeFile(
    file,
    [
      '[databases]',
      `* = host=${behind.hostname} port=${behind.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
      ...keeping,
      '',
    ].join('\n'),
  )
  // It refuses to run as root, and its account reads the settings.
  const owner = unprivileged()
  await chmod(folder.path, 0o755)
  const start = () => run(program, file, owner)
  let stop = await start()
  cleanUp.defer(() => stop())
  const through = new URL(behind)
  through.host = `127.0.0.1:${port}`
  return owning(cleanUp, {
    databaseUrl: through.href,
    async restart() {
      await stop()
      stop = await start()
    },
  })
}

/** Whether this version can keep prepared statements for clients that share sessions. */
function keepsStatements(program: string): boolean {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const found = /PgBouncer (\S+)/.exec(version)?.[1] ?? ''
  return found.localeCompare(keepsStatementsFrom, 'en', { numeric: true }) >= 0
}

/** @returns what stops it */
async function run(program: string, file: string, owner: ReturnType<typeof unprivileged>) {
  const child = spawn(program, [file], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  let said = ''
  const isReady = await new Promise<boolean>((resolve) => {
    child.on('exit', () => resolve(false))
    createInterface({ input: child.stderr }).on('line', (line) => {
      said = `${said}${line}\n`.slice(-10_000)
      if (line.includes('process up')) resolve(true)
    })
  })
  if (!isReady) throw new Error(`PgBouncer did not start:\n${said}`)
  return async () => {
    // From 1.23, SIGTERM waits until its clients have left.
    child.kill('SIGKILL')
    await ended
  }
}
