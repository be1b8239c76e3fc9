import { setTimeout } from 'node:timers/promises'
import { median, quantile } from '../../tests/support/statistics.ts'
import { type Attack, bothEngines, type Row, row } from '../prove/attack.ts'
import { type InspectedServer, startInspected } from '../prove/inspected-server.ts'
import type { Stage } from '../prove/stage.ts'
import { prepareFirm, type Worked, work } from './work.ts'

/** Of each server. */
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

/** Time is the attack, so that all engines share it. */
export function soakAttack(minutes: number): Attack {
  return {
    name: 'soak',
    engines: bothEngines,
    isJoint: true,
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

type Samples = Awaited<ReturnType<typeof watch>>

/** Looks at a server now and then, until time is up. */
async function watch(server: InspectedServer, end: number, everyMs: number) {
  const seen = []
  while (performance.now() < end) {
    await setTimeout(everyMs)
    seen.push({
      at: performance.now(),
      // Garbage, SQLite's pages and gaps included: what the machine has to have.
      residentMegabytes: server.residentMegabytes(),
      // After garbage collection: where a leak shows at once.
      usedMegabytes: await server.usedMegabytes(),
      openFiles: server.openFiles(),
      activeResources: await server.activeResources(),
    })
  }
  return seen
}

/**
 * Medians of two stretches of time say whether something grows: one sample is as high as the garbage
 * of the moment. Memory may shrink; only growth, had it time enough, would be the end.
 */
function judge(
  started: number,
  end: number,
  { answered, errors }: Worked,
  seen: Samples,
  failures: readonly string[],
): Row {
  const length = (end - started) * part
  const stretches = [
    ({ at }: { at: number }) => at >= started && at < started + length,
    ({ at }: { at: number }) => at >= end - length,
  ] as const
  const [first, last] = stretches.map((isIn) => {
    const looks = seen.filter(isIn)
    const waits = answered.filter(isIn).map(({ ms }) => ms)
    return {
      isEmpty: looks.length * waits.length === 0,
      used: median(looks.map(({ usedMegabytes }) => usedMegabytes)),
      resident: median(looks.map(({ residentMegabytes }) => residentMegabytes)),
      files: median(looks.map(({ openFiles }) => openFiles)),
      resources: median(looks.map(({ activeResources }) => activeResources)),
      median: median(waits),
      p99: quantile(waits, 0.99),
    }
  })
  if (first === undefined || last === undefined) throw new Error('there are two stretches')
  type Figure = Exclude<keyof typeof first, 'isEmpty'>
  const grows = (figure: Figure, most: number, more: number, words: string) =>
    last[figure] > first[figure] * most + more ? [words] : []
  const told = (figure: Figure, digits = 1) =>
    `${first[figure].toFixed(digits)} → ${last[figure].toFixed(digits)}`
  return row({
    fault: `${((end - started) / 60_000).toFixed(1)} minutes of all kinds of work`,
    tried: answered.length,
    expected: `0 errors; memory grows by 10 % at most; ${moreHandles} open files and resources more at most; a median of twice + ${slackMs} ms and a p99 of twice + ${10 * slackMs} ms at most`,
    figures: [
      `${errors.length} errors`,
      `memory in use ${told('used')} MB, of the process ${told('resident')} MB`,
      `open files ${told('files', 0)}, active resources ${told('resources', 0)}`,
      `median ${told('median')} ms, p99 ${told('p99')} ms`,
    ].join('; '),
    problems: [
      ...errors,
      ...failures.map((line) => `logged ${line}`),
      ...(first.isEmpty || last.isEmpty ? ['nothing was seen in one of the two stretches'] : []),
      ...(Math.min(first.resident, last.resident, first.files, last.files) > 0
        ? []
        : ['memory or files: not measured']),
      ...grows('used', 1.1, 0, 'memory in use grows'),
      ...grows('resident', 1.1, 0, 'memory of the process grows'),
      ...grows('files', 1, moreHandles, 'open files grow'),
      ...grows('resources', 1, moreHandles, 'active resources grow'),
      ...grows('median', 2, slackMs, 'answers get slower'),
      ...grows('p99', 2, slackMs * 10, 'late answers get later'),
    ],
  })
}
