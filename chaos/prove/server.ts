import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'

/** The real server in a process of its own, killed when it is disposed of. */
export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly end: ServerProcess['end']
  readonly output: ServerProcess['output']
  readonly hasEnded: () => boolean
  /** Lines of the log that say that the server failed. */
  failures(): string[]
  /** Of the process as the system sees it; 0 where that is not Linux. */
  residentMegabytes(): Promise<number>
  /** Sockets among them; 0 where that is not Linux. */
  openFiles(): Promise<number>
}

export async function startServer(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    // Attacks make more of them than a person would.
    SUPPORT_REQUESTS_PER_HOUR: '1000000',
    FLAGS_PER_USER: '1000000',
    ...environment,
  })
  const { url, pid, end, output } = server
  if (url === undefined) throw new Error(`no start: ${output().stderr}`)
  let hasEnded = false
  void server.exited.then(() => {
    hasEnded = true
  })
  return {
    url,
    port: Number(new URL(url).port),
    end,
    output,
    hasEnded: () => hasEnded,
    failures: () =>
      output()
        .stdout.split('\n')
        .filter((line) => line.includes('"level":"error"')),
    async residentMegabytes() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000
    },
    openFiles: async () => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length,
    async [Symbol.asyncDispose]() {
      await end('SIGKILL')
    },
  }
}

export interface InspectedServer extends RunningServer {
  /** Megabytes in use after garbage collection. */
  usedMegabytes(): Promise<number>
  /** Sockets, timers and the like that keep the process busy; files are not among them. */
  activeResources(): Promise<number>
}

const used = v.object({ heapUsed: v.number(), external: v.number() })
const reply = v.object({
  id: v.number(),
  result: v.object({ result: v.optional(v.object({ value: v.unknown() })) }),
})

/** A server that also answers what its own inspector knows. */
export async function startInspected(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<InspectedServer> {
  const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0', ...environment }
  const server = await startServer(databaseUrl, inspected)
  const address = /ws:\/\/\S+/.exec(server.output().stderr)?.[0]
  if (address === undefined) throw new Error(`no inspector: ${server.output().stderr}`)
  const socket = new WebSocket(address)
  const closed = once(socket, 'close').then(() =>
    Promise.reject(new Error('the inspector hung up')),
  )
  closed.catch(() => {})
  await Promise.race([once(socket, 'open'), closed])
  const waiting = new Map<number, (value: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = v.parse(reply, JSON.parse(String(data)))
    waiting.get(id)?.(result.result?.value)
    waiting.delete(id)
  })
  let sent = 0
  const ask = (method: string, params: object = {}): Promise<unknown> => {
    sent += 1
    const { promise, resolve } = Promise.withResolvers<unknown>()
    waiting.set(sent, resolve)
    socket.send(JSON.stringify({ id: sent, method, params }))
    return Promise.race([promise, closed])
  }
  const evaluate = (expression: string) =>
    ask('Runtime.evaluate', { expression, returnByValue: true })
  return {
    ...server,
    async usedMegabytes() {
      // What the first collection finalizes the second one collects.
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      const { heapUsed, external } = v.parse(used, await evaluate('process.memoryUsage()'))
      return (heapUsed + external) / 1e6
    },
    activeResources: async () =>
      v.parse(v.number(), await evaluate('process.getActiveResourcesInfo().length')),
  }
}
