import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { startServerProcess } from '../../tests/support/server-process.ts'

/** A process that listens. */
export interface Target extends AsyncDisposable {
  readonly port: number
  /** From the command to the first address that it names. */
  readonly startMs: number
  /** Of the physical memory, the most so far; undefined where the system does not tell. */
  peakMemoryMb(): number | undefined
}

/** The real command; limits on sign-ins are raised so that they can be measured. */
export async function startServer(databaseUrl: string): Promise<Target> {
  const started = performance.now()
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    LOGIN_FAILURES_PER_USERNAME: '1000000',
    LOGIN_FAILURES_PER_ADDRESS: '1000000',
  })
  if (server.url === undefined) throw new Error(`no start: ${server.output().stderr}`)
  return {
    port: Number(new URL(server.url).port),
    startMs: performance.now() - started,
    peakMemoryMb: () => peakMemoryOf(server.pid),
    [Symbol.asyncDispose]: async () => {
      await server.end('SIGTERM')
    },
  }
}

export async function startFloor(databaseUrl: string): Promise<Target> {
  const started = performance.now()
  const child = fork(new URL('./floor/main.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  const [url] = await once(child, 'message')
  return {
    port: Number(new URL(String(url)).port),
    startMs: performance.now() - started,
    peakMemoryMb: () => peakMemoryOf(child.pid),
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Linux says it in /proc. */
function peakMemoryOf(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}
