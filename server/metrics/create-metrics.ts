import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import type { RefusedReason } from '../../contract/gateways/refused-requests.ts'
import type { Clock } from '../core/clock.ts'
import { version } from '../core/version.ts'
import { watchConnections } from '../database/connection-use.ts'
import type { Database } from '../database/tables/tables.ts'
import type { WatchRequest } from '../http/connections/access-log.ts'
import { judgeFailures, judgeHealth, runningThreads, waitingAnalyses } from '../judge/judge.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { createStateMetrics } from './state-metrics.ts'

export interface Metrics {
  readonly watchRequest: WatchRequest
  readonly countScans: (levels: readonly ThreatLevel[]) => void
  readonly countRefused: (reason: RefusedReason) => void
  readonly contentType: string
  /** The text of all figures. Those who ask at the same time get the same. */
  readonly text: () => Promise<string>
}

/** Seconds. */
const waitBuckets = [0.001, 0.01, 0.1, 1, 5]

/**
 * The figures of this process, and of its database when they are asked for. What a label says is a name
 * from the code, a status, or the id of one of 100 organizations, so their number has a limit.
 */
export function createMetrics(place: { database: Database; clock: Clock }): Metrics {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  // With the delay of the event loop, processor time and memory.
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'aman_build_info',
    help: 'The version that runs.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const scans = new Counter({
    name: 'aman_scans',
    help: 'Stored scans by verdict, after flags.',
    labelNames: ['verdict'],
    registers,
  })
  const refused = new Counter({
    name: 'aman_refused_requests',
    help: 'Requests of gateways that were not taken, by reason.',
    labelNames: ['reason'],
    registers,
  })
  watchDatabase(registry, place.database)
  createJudgeMetrics(registry)
  const { watch, waitingImports } = createRequestMetrics(registry)
  const readState = createStateMetrics(registry, {
    ...place,
    waitingHere: () => ({ analysis: waitingAnalyses(), import: waitingImports() }),
  })
  let running: Promise<string> | undefined

  async function read(): Promise<string> {
    await readState()
    return registry.metrics()
  }

  return {
    watchRequest: watch,
    countScans(levels) {
      for (const verdict of levels) scans.inc({ verdict })
    },
    countRefused: (reason) => refused.inc({ reason }),
    contentType: registry.contentType,
    text() {
      running ??= read().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

function watchDatabase(registry: Registry<OpenMetricsContentType>, database: Database): void {
  const registers = [registry]
  const waits = new Histogram({
    name: 'aman_database_wait_seconds',
    help: 'How long a query or transaction waited for a connection to the database.',
    buckets: waitBuckets,
    registers,
  })
  const use = watchConnections(database, (seconds) => waits.observe(seconds))
  new Gauge({
    name: 'aman_database_connections',
    help: 'Connections in use, and queries and transactions that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, use.busy)
      this.set({ state: 'waiting' }, use.waiting)
    },
  })
}

/** The judge of this process; `aman_waiting` has what waits for it. */
function createJudgeMetrics(registry: Registry<OpenMetricsContentType>): void {
  const registers = [registry]
  new Gauge({
    name: 'aman_judge_up',
    help: 'Whether the judge works; left out until it has judged its first mail.',
    registers,
    collect() {
      const health = judgeHealth()
      if (health === 'untried') this.remove()
      else this.set(health === 'works' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'aman_judge_threads',
    help: 'Threads of the judge, which start with a mail and end after ten idle minutes.',
    labelNames: ['state'],
    registers,
    collect() {
      const { all, busy } = runningThreads()
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'idle' }, all - busy)
    },
  })
  let counted = 0
  new Counter({
    name: 'aman_judge_failures',
    help: 'Mails that the judge could not judge, probes among them.',
    registers,
    collect() {
      const failures = judgeFailures()
      this.inc(failures - counted)
      counted = failures
    },
  })
}
