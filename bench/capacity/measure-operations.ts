import * as v from 'valibot'
import { hourMs, minuteMs } from '../../server/core/clock.ts'
import { setCounter } from '../../server/database/counters.ts'
import { type RunningServer, startServer } from '../../tests/support/server/running-server.ts'
import { spread } from '../../tests/support/server/statistics.ts'
import { until } from '../../tests/support/until.ts'
import type { Place } from '../../tests/support/worlds/factories.ts'
import { makeMails } from '../judge/mails.ts'
import { type Loaded, startLoader } from '../server/load.ts'
import type { Administration, Counted } from './counters.ts'
import {
  type Effort,
  firstAnalysesOf,
  type Operation,
  type Requests,
  requestsOf,
} from './operations.ts'
import type { Firm } from './people.ts'
import { type Cost, costsOfOperations } from './results.ts'

/** The database behind the server. */
interface Engine {
  readonly count: () => Promise<Counted>
  readonly checkpoint: () => Promise<void>
  readonly settle: () => Promise<void>
}

export function ofCluster({ count, run, settle }: Administration): Engine {
  return { count, settle, checkpoint: () => run('checkpoint') }
}

/** SQLite works within the server's process, and counts nothing. */
export const ofFile: Engine = {
  count: async () => ({
    cpuMs: 0,
    walBytes: 0,
    fullPages: 0,
    blocksRead: 0,
    blocksHit: 0,
    blocksWritten: 0,
  }),
  checkpoint: async () => {},
  settle: async () => {},
}

interface Scene {
  readonly place: Place
  readonly url: string
  readonly firms: readonly Firm[]
  readonly engine: Engine
  readonly effort: Effort
  readonly say: (line: string) => void
}

const connections = 2
const mostWarming = 100

export async function measureOperations(scene: Scene) {
  const { firms, effort, say } = scene
  const mails = makeMails()
  const [own = '', ...others] = firstAnalysesOf(firms, mails)
  const first = { name: 'firstAnalysis', requests: others, isCold: true } as const
  await using server = await start(scene, own)
  const costs: [Operation, Cost][] = [[first.name, await measureOne(scene, server, first, 1)]]
  for (const requests of requestsOf(firms, mails, effort)) {
    say(`measuring ${requests.name}`)
    const measure = () => measureOne(scene, server, requests, effort.rounds)
    // On a busy machine a mail may time out; what was measured until then counts for nothing.
    const cost = await measure().catch((cause: unknown) => {
      say(`again, because ${String(cause)}`)
      return measure()
    })
    costs.push([requests.name, cost])
  }
  return v.parse(costsOfOperations, Object.fromEntries(costs))
}

const endless = { ms: Number.POSITIVE_INFINITY }
const warmingAnalyses = 30
const longestStartMs = 5 * minuteMs

/**
 * Without the hourly deletions, which are measured apart, and with a judge that is no longer slow.
 * @param analysis the request that it begins with
 */
async function start({ place, url }: Scene, analysis: string): Promise<RunningServer> {
  const hour = Math.floor(place.clock().getTime() / hourMs)
  await setCounter(place.database, 'housekeeping', hour)
  const server = await startServer(url)
  const judges = async () => {
    await using loader = startLoader()
    const plan = { ...endless, port: server.port, requests: [analysis], connections: 1 }
    return await loader.load({ ...plan, count: warmingAnalyses }).then(
      () => true,
      () => false,
    )
  }
  if (await until(judges, { mostMs: longestStartMs })) return server
  throw new Error('The judge does not answer')
}

async function measureOne(
  { engine }: Scene,
  server: RunningServer,
  { requests, each = 1, count = requests.length, isCold }: Requests,
  times: number,
): Promise<Cost> {
  await using loader = startLoader()
  const opened = isCold ? 1 : connections
  const load = (most: number) =>
    loader.load({ ...endless, port: server.port, requests, connections: opened, count: most })
  await engine.settle()
  const atFirst = await engine.count()
  let asked = 0
  if (!isCold) {
    await load(Math.min(count, mostWarming))
    asked += Math.min(count, mostWarming) + opened
  }
  const measured: Round[] = []
  for (let round = 0; round < times; round += 1) {
    await engine.checkpoint()
    const before = { ...(await engine.count()), own: server.cpuMs(), io: server.transferredBytes() }
    const loaded = await load(count)
    // The processor writes what changed, too.
    await engine.checkpoint()
    const after = await engine.count()
    measured.push({
      loaded,
      amanMs: server.cpuMs() - before.own,
      databaseMs: after.cpuMs - before.cpuMs,
      walBytes: after.walBytes - before.walBytes,
      ioBytes: server.transferredBytes() - before.io,
    })
    asked += count + opened
  }
  await engine.settle()
  const atLast = await engine.count()
  return costOf(measured, { atFirst, atLast, asked: asked * each }, count + opened, each)
}

interface Round {
  readonly loaded: Loaded
  readonly amanMs: number
  readonly databaseMs: number
  readonly walBytes: number
  readonly ioBytes: number
}

/** @param requestsOfRound with the first one of each connection @param each how many scans one is */
function costOf(
  measured: readonly Round[],
  { atFirst, atLast, asked }: { atFirst: Counted; atLast: Counted; asked: number },
  requestsOfRound: number,
  each: number,
): Cost {
  const ofRound = requestsOfRound * each
  const mean = (amountOf: (round: Round) => number) =>
    measured.reduce((sum, round) => sum + amountOf(round), 0) / measured.length / ofRound
  const ofAll = (name: keyof Counted) => (atLast[name] - atFirst[name]) / asked
  // The bytes are of the counted requests alone.
  const bytes = (name: 'sentBytes' | 'receivedBytes') =>
    mean(({ loaded }) => (loaded[name] / loaded.latenciesMs.length) * requestsOfRound)
  const [sent, received] = [bytes('sentBytes'), bytes('receivedBytes')]
  return {
    count: measured.length * ofRound,
    amanMs: mean(({ amanMs }) => amanMs),
    databaseMs: mean(({ databaseMs }) => databaseMs),
    spread: spread(measured.map(({ amanMs, databaseMs }) => amanMs + databaseMs)),
    requestBytes: sent,
    answerBytes: received,
    databaseBytes: Math.max(0, mean(({ ioBytes }) => ioBytes) - sent - received),
    walBytes: mean(({ walBytes }) => walBytes),
    fullPages: ofAll('fullPages'),
    blocksRead: ofAll('blocksRead'),
    blocksHit: ofAll('blocksHit'),
    blocksWritten: ofAll('blocksWritten'),
  }
}
