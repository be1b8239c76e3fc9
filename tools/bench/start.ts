import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { freePort } from '../../tests/support/server/free-port.ts'
import { figuresOf } from '../../tests/support/server/running-server.ts'
import { median, spread } from '../../tests/support/server/statistics.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { until } from '../../tests/support/until.ts'
import { readProject } from '../scripts/release/assemble.ts'
import { root } from '../scripts/run-command.ts'
import { type Bar, conclude, number } from './bar.ts'

/*
 * npm run bench:start -- [--rounds 9]: from the start of a release to the first answer, in an empty
 * folder and once more in the same one, in turns with the least server that Node.js, Hono and a
 * database file make; and the resident memory before the first mail. A bar that does not hold is a
 * failure.
 */

const longestMs = 120_000
const pauseMs = 3
/** Processor time in a second. */
const calmMs = 30
const mail = 'From: a@firm.example\r\nTo: b@firm.example\r\nSubject: Lunch\r\n\r\nAt noon?\r\n'
const organization = 'Cedar Health Systems (demo)'

const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } }).values
const { version } = readProject(root)
const release = join(root, 'release', `aman-${version}-linux-${process.arch}`)
const node = join(release, 'bin/node')
const program = join(release, 'aman')
const starts = ['first', 'again'] as const
const emptyTimes = (): Record<(typeof starts)[number], number[]> => ({ first: [], again: [] })
const floorMs = emptyTimes()
const releaseMs = emptyTimes()
const memory: number[] = []
await using folder = await temporaryFolder()
// As the release is, so that neither opens more files or removes types.
const floor = join(folder.path, 'floor.mjs')
const entryPoints = [join(root, 'tools/bench/start/floor.ts')]
await build({ entryPoints, outfile: floor, bundle: true, format: 'esm', platform: 'node' })

for (let round = 0; round < Number(rounds); round += 1) {
  for (const which of starts) {
    floorMs[which].push(await startFloor(join(folder.path, `floor-${round}.db`)))
    releaseMs[which].push(await startRelease(join(folder.path, String(round))))
  }
}

const bars = [
  ...starts.map((which): Bar => {
    const value = median(releaseMs[which]) / median(floorMs[which])
    const name = `${which} start to first answer, times floor`
    return { name, value, limit: 2, floorSpread: spread(floorMs[which]) }
  }),
  { name: 'memory before the first mail', value: median(memory), limit: 120, unit: 'MB' },
  { name: 'memory that the judge adds', value: await judgeMegabytes(), limit: 60, unit: 'MB' },
]
const described = (ms: readonly number[]) => `${number(median(ms))} ms`
const told = starts.map((which) => `${which} ${described(releaseMs[which])}`)
conclude([], bars, `Start to first answer: ${told.join(', ')}.`)

async function startFloor(file: string): Promise<number> {
  const port = await freePort()
  await using server = await startUntilAnswer(node, [floor, file, String(port)], port)
  await server.end('SIGTERM')
  return server.firstAnswerMs
}

/** Waits until the pages are compressed. */
async function startRelease(place: string): Promise<number> {
  const DATABASE_URL = `file:${join(place, 'aman.db')}`
  await using server = await startUntilAnswer(program, ['start'], await freePort(), {
    DATABASE_URL,
  })
  memory.push(await server.calmMegabytes())
  await server.end('SIGTERM')
  return server.firstAnswerMs
}

/** How much a server of the demo grows with the first mail that it judges. */
async function judgeMegabytes(): Promise<number> {
  const environment = { DATABASE_URL: `file:${join(folder.path, 'judge.db')}` }
  const port = await freePort()
  await using server = await startUntilAnswer(program, ['start', '--demo'], port, environment)
  const issue = ['gateway-key', organization, '--scope', 'analyse']
  const env = { PATH: '/usr/bin:/bin', ...environment }
  const printed = execFileSync(program, issue, { env, encoding: 'utf8', stdio: 'pipe' })
  const key = /shown only once: (\S+)/.exec(printed)?.[1]
  const before = await server.calmMegabytes()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' }
  const answer = await fetch(`${server.url}/api/analyses`, { method: 'POST', headers, body: mail })
  if (answer.status !== 200) throw new Error(`the judge answers ${answer.status}`)
  await answer.arrayBuffer()
  return (await server.calmMegabytes()) - before
}

async function startUntilAnswer(
  command: string,
  parameters: readonly string[],
  port: number,
  environment: Readonly<Record<string, string>> = {},
) {
  const beganMs = performance.now()
  const child = spawn(command, parameters, {
    env: { PATH: '/usr/bin:/bin', PORT: String(port), SHUTDOWN_DELAY_SECONDS: '0', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const isOver = async () => child.exitCode !== null || (await answers(url))
  const isInTime = await until(isOver, { mostMs: longestMs, everyMs: pauseMs })
  if (!isInTime || child.exitCode !== null) {
    child.kill('SIGKILL')
    throw new Error(`${command} does not answer`)
  }
  const firstAnswerMs = performance.now() - beganMs
  const { cpuMs, residentMegabytes } = figuresOf(child.pid)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    url,
    firstAnswerMs,
    end,
    /** The resident memory, when the process does almost nothing. */
    async calmMegabytes() {
      for (let before = Number.NEGATIVE_INFINITY; cpuMs() - before > calmMs; ) {
        before = cpuMs()
        await setTimeout(1000)
      }
      return residentMegabytes()
    },
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  }
}

function answers(url: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const request = get(url, { agent: false }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode === 200))
  })
  request.on('error', () => resolve(false))
  return promise
}
