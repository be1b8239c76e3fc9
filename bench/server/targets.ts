import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { startServerProcess } from '../../tests/support/server-process.ts'

/** A process that listens. */
export interface Target extends AsyncDisposable {
  readonly port: number
  /** From the command to the first address that it names. */
  readonly startMs: number
  /** Of the physical memory, the most so far; undefined where the system does not tell. */
  peakMemoryMb(): number | undefined
  /** Processor time so far, which a machine that does other things too changes less than all else. */
  cpuMs(): number | undefined
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
  return targetOf(server.url, server.pid, started, () => server.end('SIGTERM'))
}

export async function startFloor(databaseUrl: string): Promise<Target> {
  const started = performance.now()
  const child = fork(new URL('./floor/main.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  const [url] = await once(child, 'message')
  return targetOf(String(url), child.pid, started, () => {
    child.kill()
    return once(child, 'exit')
  })
}

function targetOf(
  url: string,
  pid: number | undefined,
  started: number,
  end: () => Promise<unknown>,
): Target {
  return {
    port: Number(new URL(url).port),
    startMs: performance.now() - started,
    peakMemoryMb: () => peakMemoryOf(pid),
    cpuMs: () => cpuOf(pid),
    [Symbol.asyncDispose]: async () => void (await end()),
  }
}

function peakMemoryOf(pid: number | undefined): number | undefined {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(told(pid, 'status'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

/** User and system time are the 14th and 15th field, in hundredths of a second. */
function cpuOf(pid: number | undefined): number | undefined {
  const [, user, system] = /\) \S(?: \S+){10} (\d+) (\d+)/.exec(told(pid, 'stat')) ?? []
  return user === undefined ? undefined : (Number(user) + Number(system)) * 10
}

/** Linux tells of a process in /proc; other systems do not. */
function told(pid: number | undefined, file: string): string {
  const path = `/proc/${pid}/${file}`
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
