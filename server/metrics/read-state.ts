import { keyNeeds } from '../../contract/gateways/admin-operator-keys.ts'
import { countRows } from '../database/count-rows.ts'
import { readCounter } from '../database/counters.ts'
import type { Database } from '../database/tables/tables.ts'
import { countExpiringKeys, findNeedyKeys } from '../gateways/gateways.ts'
import { reportingOrganizations } from '../http/cover.ts'

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
