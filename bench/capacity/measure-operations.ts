import * as v from 'valibot'
import { hourMs } from '../../server/core/clock.ts'
import { setCounter } from '../../server/database/counters.ts'
import { type RunningServer, startServer } from '../../tests/support/server/running-server.ts'
import { spread } from '../../tests/support/server/statistics.ts'
import type { Place } from '../../tests/support/worlds/factories.ts'
import { type Loaded, type Loader, startLoader } from '../server/load.ts'
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

const connections = 4
const mostWarming = 100

export async function measureOperations(scene: Scene) {
  const { firms, effort, say } = scene
  const all = requestsOf(firms, effort)
  const costs: [Operation, Cost][] = []
  await using loader = startLoader()
  {
    await using server = await start(scene)
    const [own = '', ...others] = firstAnalysesOf(firms)
    // The judge's thread starts with the first mail, and gets faster with the next ones.
    await loader.load({ ...endless, port: server.port, requests: [own], connections, count: 50 })
    const requests = { name: 'firstAnalysis', requests: others, isCold: true } as const
    costs.push([requests.name, await measureOne(scene, loader, server, requests, 1)])
  }
  await using server = await start(scene)
  for (const requests of all) {
    say(`measuring ${requests.name}`)
    costs.push([requests.name, await measureOne(scene, loader, server, requests, effort.rounds)])
  }
  return v.parse(costsOfOperations, Object.fromEntries(costs))
}

const endless = { ms: Number.POSITIVE_INFINITY }

/** Without the hourly deletions, which are measured apart. */
async function start({ place, url }: Scene): Promise<RunningServer> {
  const hour = Math.floor(place.clock().getTime() / hourMs)
  await setCounter(place.database, 'housekeeping', hour)
  return startServer(url)
}

async function measureOne(
  { engine }: Scene,
  loader: Loader,
  server: RunningServer,
  { requests, each = 1, count = requests.length, isCold }: Requests,
  times: number,
): Promise<Cost> {
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
