import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'

const longestMs = 120_000
const pauseMs = 3

export interface Started extends AsyncDisposable {
  readonly url: string
  readonly firstAnswerMs: number
  readonly pid: number
  /** Ends it as an operator does. */
  stop(): Promise<void>
}

/** Starts a server and asks for its front page until it answers. */
export async function startUntilAnswer(
  program: string,
  parameters: readonly string[],
  { port, environment = {} }: { port: number; environment?: Readonly<Record<string, string>> },
): Promise<Started> {
  const beganMs = performance.now()
  const child = spawn(program, parameters, {
    env: { PATH: '/usr/bin:/bin', PORT: String(port), SHUTDOWN_DELAY_SECONDS: '0', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  while ((await statusOf(url)) !== 200) {
    if (child.exitCode !== null || performance.now() - beganMs > longestMs) {
      child.kill('SIGKILL')
      throw new Error(`${program} does not answer`)
    }
    await setTimeout(pauseMs)
  }
  const firstAnswerMs = performance.now() - beganMs
  const stop = () => end(child, 'SIGTERM')
  const dispose = () => end(child, 'SIGKILL')
  return { url, firstAnswerMs, pid: child.pid ?? 0, stop, [Symbol.asyncDispose]: dispose }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** @returns undefined while nothing listens */
function statusOf(url: string): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const request = get(url, { agent: false }, (response) => {
    response.resume()
    response.on('end', () => resolve(response.statusCode))
  })
  request.on('error', () => resolve(undefined))
  return promise
}

const calmTicks = 3

/** The resident memory of a process that does almost nothing for the moment. */
export async function residentMegabytes(pid: number): Promise<number> {
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
    return Number(fields[13]) + Number(fields[14])
  }
  for (let before = Number.NEGATIVE_INFINITY; ; ) {
    const now = ticks()
    if (now - before <= calmTicks) break
    before = now
    await setTimeout(1000)
  }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1000
}
