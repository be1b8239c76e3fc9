import { setTimeout } from 'node:timers/promises'
import { Gauge, type OpenMetricsContentType, type Registry } from 'prom-client'
import { keyNeeds } from '../../contract/gateways/admin-operator-keys.ts'
import { type Clock, secondMs } from '../core/clock.ts'
import { countRows } from '../database/count-rows.ts'
import { readCounter } from '../database/counters.ts'
import type { Database } from '../database/tables/tables.ts'
import { countExpiringKeys, findNeedyKeys } from '../gateways/gateways.ts'
import { reportingOrganizations } from '../http/cover.ts'

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

/** The number that waits, and the age of the oldest. */
export interface Waiting {
  readonly count: number
  readonly oldestSeconds: number
}

/** However many organizations there are, no more of them are named. */
const mostGateways = 100

/** The state of the database at a moment; the same on each server that shares it. */
export async function readState(database: Database, now: Date) {
  return {
    mail: await waitingMails(database, now),
    givenUpMails: await countGivenUp(database),
    webhook: await waitingDeliveries(database, now),
    pausedWebhooks: await countPaused(database),
    expiringKeys: await countExpiringKeys(database, now),
    operatorKeys: await countNeedyKeys(database, now),
    reports: await lastReports(database, now),
    readings: await lastReadings(database, now),
    housekeeping: await lastHousekeeping(database, now),
  }
}

/** Each need, also where no key has it, so that an alert sees it end. */
async function countNeedyKeys(database: Database, now: Date) {
  const needy = await findNeedyKeys(database, now)
  return keyNeeds.map((need) => ({ need, count: needy.filter((key) => key.need === need).length }))
}

export type State = Awaited<ReturnType<typeof readState>>

async function waitingMails(database: Database, now: Date): Promise<Waiting> {
  const row = await database
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirstOrThrow()
  return waitingSince(row, now)
}

async function countGivenUp(database: Database): Promise<number> {
  return countRows(database.selectFrom('mails').where('given_up_at', 'is not', null))
}

/** Messages of paused webhooks wait for the operator and not for the server. */
async function waitingDeliveries(database: Database, now: Date): Promise<Waiting> {
  const row = await database
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.min('webhook_deliveries.created_at').as('oldest'),
    ])
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now.toISOString())
    .where('webhooks.pause', '=', 'no')
    .executeTakeFirstOrThrow()
  return waitingSince(row, now)
}

async function countPaused(database: Database): Promise<number> {
  return countRows(database.selectFrom('webhooks').where('pause', 'in', ['failing', 'gone']))
}

/** The last report of the organizations that reported least recently and may report. */
async function lastReports(database: Database, now: Date) {
  const rows = await database
    .selectFrom('arrivals')
    .innerJoin('organizations', 'organizations.id', 'arrivals.organization_id')
    .select(['organizations.id', 'arrivals.last_report_at'])
    .where('organizations.suspended_at', 'is', null)
    .where('organizations.id', 'in', reportingOrganizations(database))
    .orderBy('arrivals.last_report_at')
    .orderBy('organizations.id')
    .limit(mostGateways)
    .execute()
  return rows.map(({ id, last_report_at }) => ({ id, seconds: secondsAfter(last_report_at, now) }))
}

/** The same of the flags, by the use of the keys that read them. */
async function lastReadings(database: Database, now: Date) {
  const rows = await database
    .selectFrom('gateway_keys')
    .innerJoin('organizations', 'organizations.id', 'gateway_keys.organization_id')
    .select(({ fn }) => ['organizations.id', fn.max('last_used_at').as('read_at')])
    .where('scope', '=', 'flags')
    .where('revoked_at', 'is', null)
    .where('last_used_at', 'is not', null)
    .where('organizations.suspended_at', 'is', null)
    .groupBy('organizations.id')
    .orderBy('read_at')
    .orderBy('organizations.id')
    .limit(mostGateways)
    .execute()
  return rows.map(({ id, read_at }) => ({ id, seconds: secondsAfter(read_at, now) }))
}

async function lastHousekeeping(database: Database, now: Date) {
  const endedMs = await readCounter(database, 'housekeeping-ended')
  const tookMs = await readCounter(database, 'housekeeping-took')
  if (endedMs === undefined || tookMs === undefined) return undefined
  return { secondsAgo: (now.getTime() - endedMs) / 1000, took: tookMs / 1000 }
}

function waitingSince(row: { count: number | string | bigint; oldest: string | null }, now: Date) {
  return { count: Number(row.count), oldestSeconds: secondsAfter(row.oldest, now) }
}

/** 0 for a time in the future: another server's clock may be ahead. */
function secondsAfter(time: string | null, now: Date): number {
  return time === null ? 0 : Math.max(0, (now.getTime() - Date.parse(time)) / 1000)
}
