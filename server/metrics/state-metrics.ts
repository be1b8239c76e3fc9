import { setTimeout } from 'node:timers/promises'
import { Gauge, type OpenMetricsContentType, type Registry } from 'prom-client'
import { type Clock, secondMs } from '../core/clock.ts'
import type { Database } from '../database/tables/tables.ts'
import { readState, type State, type Waiting } from './read-state.ts'

interface Sources {
  readonly database: Database
  readonly clock: Clock
  /** The queues of this process, by kind. */
  readonly waitingHere: () => Readonly<Record<string, Waiting>>
}

/** Less than the ten seconds that Prometheus waits for an answer. */
const longestReadMs = 5 * secondMs

/**
 * Metrics that are read when they are asked for.
 * @returns reads it; a database that does not answer is said, and its figures are left out
 */
export function createStateMetrics(
  registry: Registry<OpenMetricsContentType>,
  { database, clock, waitingHere }: Sources,
): () => Promise<void> {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Gauge({ name: `aman_${name}`, help, labelNames, registers: [registry] })

  const isUp = gauge(
    'database_up',
    '0 if the database did not answer within five seconds; what is read from it is then left out.',
  )
  const waiting = gauge(
    'waiting',
    'What waits: mail, webhook messages, analyses for a thread of this server, its imports.',
    ['kind'],
  )
  const oldest = gauge('waiting_oldest_seconds', 'For how long the oldest waits.', ['kind'])
  const givenUp = gauge('mails_given_up', 'Mail that is not tried again until you act.')
  const paused = gauge('webhooks_paused', 'Webhooks that were paused because they take nothing.')
  const expiring = gauge(
    'gateway_keys_expiring',
    'Gateway keys used within three days that expire within 14.',
  )
  const needy = gauge(
    'operator_keys',
    'Gateway keys of the operator that expire within 14 days, have expired or were not used within a day, until they are revoked.',
    ['need'],
  )
  const reported = gauge(
    'gateway_last_report_seconds',
    'Since the last report, of the 100 organizations that reported least recently.',
    ['organization'],
  )
  const read = gauge(
    'gateway_last_flags_seconds',
    'Since flags were last read, of the 100 organizations whose flags were read least recently.',
    ['organization'],
  )
  const housekept = gauge('housekeeping_ended_seconds', 'Since housekeeping last came to its end.')
  const took = gauge('housekeeping_duration_seconds', 'How long the last housekeeping took.')
  /** Former readings say nothing of now. */
  function clear(): void {
    for (const metric of [waiting, oldest, needy, reported, read]) metric.reset()
    for (const metric of [givenUp, paused, expiring, housekept, took]) metric.remove()
  }

  function show(state: State): void {
    givenUp.set(state.givenUpMails)
    paused.set(state.pausedWebhooks)
    expiring.set(state.expiringKeys)
    for (const { need, count } of state.operatorKeys) needy.set({ need }, count)
    for (const { id, seconds } of state.reports) reported.set({ organization: id }, seconds)
    for (const { id, seconds } of state.readings) read.set({ organization: id }, seconds)
    if (state.housekeeping === undefined) return
    housekept.set(state.housekeeping.secondsAgo)
    took.set(state.housekeeping.took)
  }

  function showWaiting(kinds: Readonly<Record<string, Waiting>>): void {
    for (const [kind, { count, oldestSeconds }] of Object.entries(kinds)) {
      waiting.set({ kind }, count)
      oldest.set({ kind }, oldestSeconds)
    }
  }

  return async () => {
    const state = await readInTime(database, clock())
    clear()
    isUp.set(state === undefined ? 0 : 1)
    showWaiting(waitingHere())
    if (state === undefined) return
    showWaiting({ mail: state.mail, webhook: state.webhook })
    show(state)
  }
}

async function readInTime(database: Database, now: Date): Promise<State | undefined> {
  const stopping = new AbortController()
  try {
    return await Promise.race([
      readState(database, now).catch(() => undefined),
      setTimeout(longestReadMs, undefined, { signal: stopping.signal }),
    ])
  } finally {
    stopping.abort()
  }
}
