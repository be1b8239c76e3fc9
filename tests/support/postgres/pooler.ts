import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { owning } from '../owning.ts'
import { freePort } from '../server/free-port.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { unprivileged } from './unprivileged.ts'

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
export interface Pooler extends AsyncDisposable {
  /** The way through it to the same database. */
  readonly databaseUrl: string
  /** Ends it with all connections, and starts it again. */
  restart(): Promise<void>
}

export async function startPooler(options: PoolerOptions): Promise<Pooler> {
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
