import { readdir, readFile } from 'node:fs/promises'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'
import { attachInspector, type Inspector } from './inspector.ts'

export interface ServerUnderAttack extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly inspector: Inspector
  /** Of the process as the system sees it; 0 where that is not Linux. */
  residentMegabytes(): Promise<number>
  /** Sockets among them; 0 where that is not Linux. */
  openFiles(): Promise<number>
  /** Lines of the log that say that the server failed. */
  failures(): string[]
  readonly hasEnded: () => boolean
}

/** The real server in a process of its own. */
export async function startUnderAttack(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerUnderAttack> {
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
    ...environment,
  })
  let hasEnded = false
  void server.exited.then(() => {
    hasEnded = true
  })
  const url = urlOf(server)
  const inspector = await attachInspector(server.output().stderr)
  return {
    url,
    port: Number(new URL(url).port),
    inspector,
    residentMegabytes: () => residentMegabytes(server.pid),
    openFiles: async () => (await readdir(`/proc/${server.pid}/fd`).catch(() => [])).length,
    failures: () =>
      server
        .output()
        .stdout.split('\n')
        .filter((line) => line.includes('"level":"error"')),
    hasEnded: () => hasEnded,
    async [Symbol.asyncDispose]() {
      inspector.close()
      await server.end('SIGTERM')
    },
  }
}

function urlOf(server: ServerProcess): string {
  if (server.url !== undefined) return server.url
  throw new Error(`no start: ${server.output().stderr}`)
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000
}
