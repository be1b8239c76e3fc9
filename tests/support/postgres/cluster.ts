import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A PostgreSQL of the tests' own, on a port of its own. */
export interface PostgresCluster extends AsyncDisposable {
  url(database: string): string
  stop(): Promise<void>
  start(): Promise<void>
}

/** @param programs the folder of PostgreSQL's server programs */
export async function startCluster(programs: string): Promise<PostgresCluster> {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts'), programs], {
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
  return {
    url: (database) => `postgres://aman@127.0.0.1:${port}/${database}`,
    async stop() {
      keeper.stdin.write('stop\n')
      await heard('done stop')
    },
    async start() {
      keeper.stdin.write('start\n')
      await heard('done start')
    },
    async [Symbol.asyncDispose]() {
      keeper.stdin.end()
      await exited
    },
  }
}
