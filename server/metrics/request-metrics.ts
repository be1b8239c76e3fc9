import type { IncomingMessage } from 'node:http'
import { Counter, Histogram, type OpenMetricsContentType, type Registry } from 'prom-client'
import * as calls from '../../contract/endpoints.ts'
import type { WatchRequest } from '../http/connections/access-log.ts'
import { nameOfCall, nameOfRequest, observedCall } from '../http/connections/observed-call.ts'
import type { Waiting } from './read-state.ts'

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
export function createRequestMetrics(registry: Registry<OpenMetricsContentType>) {
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
