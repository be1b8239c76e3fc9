import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A PostgreSQL of the tests' own, on a port of its own. */
export interface PostgresCluster extends AsyncDisposable {
  url(database: string): string
  stop(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** Where the data lies, and how PostgreSQL is set: `name=value`. */
interface ClusterPlace {
  readonly folder: string
  readonly settings: readonly string[]
}

/** Data that is lost with the machine was only for tests. */
const ofTests: ClusterPlace = {
  folder: tmpdir(),
  settings: [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'autovacuum=off',
    'jit=off',
    'max_connections=200',
    'shared_buffers=64MB',
  ],
}

/** @param programs the folder of PostgreSQL's server programs */
export async function startCluster(
  programs: string,
  { folder, settings } = ofTests,
): Promise<PostgresCluster> {
  const file = join(import.meta.dirname, 'keeper.ts')
  const keeper = spawn(process.execPath, [file, programs, folder, ...settings], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(keeper, 'exit')
  const lines = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]()
  async function heard(word: string): Promise<string> {
    const { value } = await lines.next()
    if (typeof value === 'string' && value.startsWith(word)) return value.slice(word.length).trim()
    throw new Error(`PostgreSQL said ${value} instead of ${word}`)
  }
  const port = await heard('ready')
  async function tell(order: string): Promise<void> {
    keeper.stdin.write(`${order}\n`)
    await heard(`done ${order}`)
  }
  return {
    url: (database) => `postgres://aman@127.0.0.1:${port}/${database}`,
    stop: () => tell('stop'),
    kill: () => tell('kill'),
    start: () => tell('start'),
    async [Symbol.asyncDispose]() {
      keeper.stdin.end()
      await exited
    },
  }
}

/** @returns an account for programs that refuse to run as root; undefined for anyone but root */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (option: string) => Number(execFileSync('id', [option, name], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // There is no such account here; the next one may do.
    }
  }
  throw new Error('This needs an account that is not root')
}
