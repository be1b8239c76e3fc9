import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { openByUrl } from '../../bench/database.ts'
import { adminDashboardEndpoint } from '../../contract/endpoints/admin-dashboard.ts'
import { employeeDashboardEndpoint } from '../../contract/endpoints/employee-dashboard.ts'
import type { Database } from '../../server/database/tables.ts'
import { startServerProcess } from '../../tests/support/server-process.ts'
import { createCaller } from '../kill/caller.ts'
import { openWatch } from '../migrations/watch.ts'
import { type Kept, makeBacklog } from './backlog.ts'
import { findDeleted, leftOf, readFigures, sum } from './inspect.ts'

const patienceMs = 60_000
export interface InterruptFigures {
  readonly interruptions: number
  /** Of those, how many were in the middle of the deletions. */
  readonly halfWay: number
  readonly problems: readonly string[]
}

/** Kills a real server, or cuts its connections, while it deletes, again and again; then lets one end it. */
export async function interruptRetention(
  databaseUrl: string,
  size: number,
  rounds: number,
): Promise<InterruptFigures> {
  const database = await openByUrl(databaseUrl)
  await using _closed = { [Symbol.asyncDispose]: () => database.destroy() }
  const kept = await makeBacklog({ database, clock: () => new Date() }, size)
  const figures = await readFigures(database)
  await makeDue(database)
  const problems: string[] = []
  let halfWay = 0
  for (let round = 0; round < rounds; round += 1) {
    const before = sum(await leftOf(database))
    const how = round % 2 === 0 ? 'kill' : 'cut'
    // Anywhere, but so that something is left for the rounds to come.
    const target = before - (Math.random() * before) / (rounds - round)
    const untilThere = () => untilLeft(database, target)
    problems.push(...(await interrupt(databaseUrl, how, untilThere, kept, size)))
    const after = sum(await leftOf(database))
    if (after < before && after > 0) halfWay += 1
    problems.push(...(await findDeleted(database, kept)))
    if ((await readFigures(database)) !== figures) problems.push('counts or bills changed')
    await makeDue(database)
  }
  problems.push(...(await endIt(databaseUrl, database, kept, size)))
  if ((await readFigures(database)) !== figures) problems.push('counts or bills changed at the end')
  problems.push(...(await findDeleted(database, kept)))
  return { interruptions: rounds, halfWay, problems }
}

/** As if an hour had passed since the last time. */
async function makeDue(database: Database): Promise<void> {
  await database
    .updateTable('counters')
    .set(({ eb, ref }) => ({ value: eb(ref('value'), '-', 1) }))
    .where('name', '=', 'housekeeping')
    .execute()
}

/** @returns what was not as it should be meanwhile */
async function interrupt(
  databaseUrl: string,
  how: 'kill' | 'cut',
  untilThere: () => Promise<void>,
  kept: Kept,
  size: number,
): Promise<string[]> {
  await using watch = await openWatch(databaseUrl)
  const server = await startOn(databaseUrl)
  await untilThere()
  const problems = await checkDashboards(server.url, kept, size)
  if (how === 'kill' || databaseUrl.startsWith('file:')) {
    await server.end('SIGKILL')
    return problems
  }
  await watch.cutAll()
  const code = await server.end('SIGTERM')
  return code === 0 ? problems : [...problems, `it ended with ${code}`]
}

async function untilLeft(database: Database, most: number): Promise<void> {
  const end = performance.now() + patienceMs
  while (sum(await leftOf(database)) > most && performance.now() < end) await setTimeout(1)
}

/** The next time ends it, while people look at their dashboards. */
async function endIt(
  databaseUrl: string,
  database: Database,
  kept: Kept,
  size: number,
): Promise<string[]> {
  const server = await startOn(databaseUrl)
  const end = performance.now() + patienceMs
  const problems: string[] = []
  while (sum(await leftOf(database)) > 0 && performance.now() < end && problems.length === 0) {
    problems.push(...(await checkDashboards(server.url, kept, size)))
  }
  problems.push(...(await checkDashboards(server.url, kept, size)))
  const left = await leftOf(database)
  if (sum(left) > 0) problems.push(`left in the end: ${JSON.stringify(left)}`)
  const code = await server.end('SIGTERM')
  return code === 0 ? problems : [...problems, `it ended with ${code}`]
}

async function startOn(databaseUrl: string) {
  const server = await startServerProcess({ DATABASE_URL: databaseUrl })
  const { url } = server
  if (url === undefined) throw new Error(`no start: ${server.output().stderr}`)
  return { url, end: server.end }
}

/** All of the mail that ever was stays counted. */
async function checkDashboards(
  url: string,
  { token, scans }: Kept,
  size: number,
): Promise<string[]> {
  const caller = createCaller(url)
  const expected = size + scans.length
  const employee = await caller.call('GET', '/dashboard/employee', token)
  const admin = await caller.call('GET', '/admin/dashboard', token)
  caller.end()
  return [
    v.parse(employeeDashboardEndpoint.output, employee).total_emails_scanned,
    v.parse(adminDashboardEndpoint.output, admin).total_scans,
  ]
    .filter((count) => count !== expected)
    .map((count) => `a dashboard counts ${count} of ${expected} mails`)
}
