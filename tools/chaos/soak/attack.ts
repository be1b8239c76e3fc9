import { setTimeout } from 'node:timers/promises'
import CDP from 'chrome-remote-interface'
import * as v from 'valibot'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { median, quantile } from '../../../tests/support/server/statistics.ts'
import { type Attack, bothEngines, type Row, row } from '../prove/attack.ts'
import type { Stage } from '../prove/stage.ts'
import { prepareFirm, type Worked, work } from './work.ts'

/** The connections of each server. */
const connections = 8
/** So many looks, however long it takes. */
const samples = 60
/**
 * Before the time that counts: code is compiled, caches fill and connections are made. The memory of the
 * process grows by a quarter meanwhile and then stays where it is.
 */
const warmUpMs = 60_000
/** The first fifth of the time is compared with the last one. */
const part = 0.2
/** Differences of calls that take a few milliseconds are the machine's. */
const slackMs = 20
/** Connections of the watcher and the mail worker come and go. */
const moreHandles = 5

/** Beyond the time that it lasts by itself. */
const mostMinutesAround = 3

/** Time is the attack, so that all engines share it. */
export function soakAttack(minutes: number): Attack {
  return {
    name: 'soak',
    engines: bothEngines,
    isJoint: true,
    limitMinutes: minutes + mostMinutesAround,
    try: async (stage) => [await soak(stage, minutes * 60_000)],
  }
}

async function soak(stage: Stage, ms: number): Promise<Row> {
  const databaseUrl = await stage.newDatabase()
  const firm = await prepareFirm(databaseUrl, connections)
  await using server = await startInspected(databaseUrl)
  const started = performance.now() + warmUpMs
  const end = started + ms
  const [worked, seen] = await Promise.all([
    work(server.url, firm, end),
    setTimeout(warmUpMs).then(() => watch(server, end, ms / samples)),
  ])
  return judge(started, end, worked, seen, server.failures())
}

const memory = v.object({ heapUsed: v.number(), external: v.number() })

type InspectedServer = Awaited<ReturnType<typeof startInspected>>

/** A server that also answers what its own inspector knows. */
async function startInspected(databaseUrl: string) {
  const server = await startServer(databaseUrl, { NODE_OPTIONS: '--inspect=127.0.0.1:0' })
  const target = /ws:\/\/\S+/.exec(server.output().stderr)?.[0]
  if (target === undefined) throw new Error(`no inspector: ${server.output().stderr}`)
  const { HeapProfiler, Runtime } = await CDP({ target, local: true })
  const evaluate = async (expression: string): Promise<unknown> =>
    (await Runtime.evaluate({ expression, returnByValue: true })).result.value
  return {
    ...server,
    /** Megabytes in use after garbage collection. */
    async usedMegabytes() {
      // The second collection takes what the first one finalizes.
      await HeapProfiler.collectGarbage()
      await HeapProfiler.collectGarbage()
      const { heapUsed, external } = v.parse(memory, await evaluate('process.memoryUsage()'))
      return (heapUsed + external) / 1e6
    },
    /** Sockets, timers and the like that keep the process busy; files are not among them. */
    activeResources: async () =>
      v.parse(v.number(), await evaluate('process.getActiveResourcesInfo().length')),
  }
}

/** Looks at a server now and then, until time is up. */
async function watch(server: InspectedServer, end: number, everyMs: number): Promise<Look[]> {
  const looks: Look[] = []
  while (performance.now() < end) {
    await setTimeout(everyMs)
    looks.push(await look(server))
  }
  return looks
}

type Look = Awaited<ReturnType<typeof look>>

async function look(server: InspectedServer) {
  return {
    at: performance.now(),
    usedMegabytes: await server.usedMegabytes(),
    residentMegabytes: server.residentMegabytes(),
    openFiles: server.openFiles(),
    activeResources: await server.activeResources(),
  }
}

/** A stretch of the time: one sample is as high as the garbage of the moment, and a median is not. */
interface Stretch {
  readonly looks: readonly Look[]
  readonly waits: readonly number[]
}

const medianOf = (figure: keyof Look) => (stretch: Stretch) =>
  median(stretch.looks.map((one) => one[figure]))

/** The name of a figure, the figure, and the most at the end, by what it was at the beginning. */
type Limit = readonly [string, (stretch: Stretch) => number, (first: number) => number]

const tenth = (first: number) => first * 1.1
const fewMore = (first: number) => first + moreHandles

/** Memory may shrink; only growth, had it time enough, would be the end. */
const limits: readonly Limit[] = [
  // After garbage collection: where a leak shows at once.
  ['MB in use', medianOf('usedMegabytes'), tenth],
  // Garbage, SQLite's pages and gaps included: what the machine has to have.
  ['MB of the process', medianOf('residentMegabytes'), tenth],
  ['open files', medianOf('openFiles'), fewMore],
  ['active resources', medianOf('activeResources'), fewMore],
  ['ms median', ({ waits }) => median(waits), (first) => 2 * first + slackMs],
  ['ms p99', ({ waits }) => quantile(waits, 0.99), (first) => 2 * first + 10 * slackMs],
]

function judge(
  started: number,
  end: number,
  { answered, errors }: Worked,
  seen: readonly Look[],
  failures: readonly string[],
): Row {
  const length = (end - started) * part
  const stretch = (from: number): Stretch => {
    const isIn = ({ at }: { readonly at: number }) => at >= from && at < from + length
    return { looks: seen.filter(isIn), waits: answered.filter(isIn).map(({ ms }) => ms) }
  }
  const [firstPart, lastPart] = [stretch(started), stretch(end - length)]
  const grown = limits.map(([name, figureOf, most]) => {
    const [first, last] = [figureOf(firstPart), figureOf(lastPart)]
    // A figure that was not measured does not hold either.
    return { told: `${first.toFixed(1)} → ${last.toFixed(1)} ${name}`, holds: last <= most(first) }
  })
  return row({
    fault: `${((end - started) / 60_000).toFixed(1)} minutes of all kinds of work`,
    tried: answered.length,
    expected: `0 errors; memory grows by 10 % at most; ${moreHandles} open files and resources more at most; a median of twice + ${slackMs} ms and a p99 of twice + ${10 * slackMs} ms at most`,
    figures: [`${errors.length} errors`, ...grown.map(({ told }) => told)].join('; '),
    problems: [
      ...errors,
      ...failures.map((line) => `logged ${line}`),
      ...grown.filter(({ holds }) => !holds).map(({ told }) => `too much: ${told}`),
    ],
  })
}
