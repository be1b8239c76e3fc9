import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import * as calls from '../../contract/endpoints.ts'
import type { RefusedReason } from '../../contract/gateways/refused-requests.ts'
import { type Clock, secondMs } from '../core/clock.ts'
import { version } from '../core/version.ts'
import { watchConnections } from '../database/connection-use.ts'
import type { Database } from '../database/tables/tables.ts'
import type { WatchRequest } from '../http/connections/access-log.ts'
import { cannotListen, closeServer } from '../http/connections/connections.ts'
import { createHostRule, isForOtherHost } from '../http/connections/host.ts'
import { nameOfCall, nameOfRequest, observedCall } from '../http/connections/observed-call.ts'
import { notKept } from '../http/json-answer.ts'
import { judgeFailures, judgeHealth, runningThreads, waitingAnalyses } from '../judge/judge.ts'
import { createStateMetrics, type Waiting } from './read-state.ts'

/** Seconds. Sign-ins take tenths of a second, and calls that wait for PostgreSQL up to 30. */
const buckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 30]

/** The calls that begin a session, and how the user proves who they are. */
const signIns: ReadonlyMap<string, string> = new Map([
  [nameOfCall(calls.signInWithPassword), 'password'],
  [nameOfCall(calls.signInWithCode), 'code'],
  [nameOfCall(calls.signInWithPasskey), 'passkey'],
  [nameOfCall(calls.finishSingleSignOn), 'single-sign-on'],
])

const importCall = nameOfCall(calls.importUsers)

/** Counts what is answered on the public port. Labels are names of calls and errors, no values. */
function createRequestMetrics(registry: Registry<OpenMetricsContentType>) {
  const registers = [registry]
  const requests = new Counter({
    name: 'aman_requests',
    help: 'Answered requests by call and status; page for pages, other for what no call answers, aborted where the client left first.',
    labelNames: ['call', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'aman_request_seconds',
    help: 'From the arrival of a request to the end of its answer.',
    labelNames: ['call'],
    buckets,
    registers,
  })
  const signedIn = new Counter({
    name: 'aman_sign_ins',
    help: 'Attempts to sign in, by method and outcome: signed_in or the code of the error.',
    labelNames: ['method', 'outcome'],
    registers,
  })
  const open = new Map<IncomingMessage, number>()

  const watch: WatchRequest = (request, response) => {
    const startedMs = performance.now()
    open.set(request, startedMs)
    response.once('close', () => {
      open.delete(request)
      const call = nameOfRequest(request)
      const status = response.writableFinished ? String(response.statusCode) : 'aborted'
      requests.inc({ call, status })
      durations.observe({ call }, secondsSince(startedMs))
      const method = signIns.get(call)
      if (method !== undefined) signedIn.inc({ method, outcome: outcomeOf(request, status) })
    })
  }

  /** Imports that are running, each of which is one call. */
  function waitingImports(): Waiting {
    const started = [...open].flatMap(([request, startedMs]) =>
      nameOfRequest(request) === importCall ? startedMs : [],
    )
    const oldestSeconds = started.length === 0 ? 0 : secondsSince(Math.min(...started))
    return { count: started.length, oldestSeconds }
  }

  return { watch, waitingImports }
}

function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000
}

function outcomeOf(request: IncomingMessage, status: string): string {
  return observedCall(request)?.errorCode ?? (status === '200' ? 'signed_in' : 'failed')
}

interface MetricsAddress {
  readonly host: string
  readonly port: number
}

/** Prometheus keeps one connection; the rest is for people who look. */
const mostConnections = 20

/**
 * Answers GET /metrics on an address of its own, which the public port never does.
 * @throws StartError if the address is not available
 */
export async function listenForMetrics({ host, port }: MetricsAddress, metrics: Metrics) {
  // No page of another site may read it through the browser of someone on this machine.
  const answersHost = createHostRule({ host, publicUrl: null, allowedHosts: [] })
  const server = createServer({ requestTimeout: 10 * secondMs }, (request, response) => {
    const { method = '', url = '' } = request
    if (isForOtherHost(request, answersHost)) refuse(response, 421)
    else if (url.split('?', 1)[0] !== '/metrics') refuse(response, 404)
    else if (method !== 'GET' && method !== 'HEAD') refuse(response, 405)
    else void answer(metrics, response)
  })
  server.maxConnections = mostConnections
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (cause) {
    throw cannotListen(`METRICS_ADDRESS ${host}:${port}`, 'METRICS_ADDRESS', cause)
  }
  return { close: () => closeServer(server) }
}

async function answer(metrics: Metrics, response: ServerResponse): Promise<void> {
  try {
    const text = await metrics.text()
    response.writeHead(200, { 'Content-Type': metrics.contentType, ...notKept }).end(text)
  } catch {
    refuse(response, 500)
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, notKept).end()
}

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
