import * as v from 'valibot'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { adminDashboardEndpoint } from '../../../contract/organizations/admin-dashboard.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { listen } from '../../../server/listen.ts'
import { addressOf, openPlace } from '../../../tests/support/browser/place.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { createTestServer } from '../../../tests/support/server/server.ts'
import { until } from '../../../tests/support/until.ts'
import { type Attack, bothEngines, type Row, row } from '../prove/attack.ts'
import { watchBystanders } from '../prove/bystanders.ts'
import type { Stage } from '../prove/stage.ts'
import { watchTransactions } from '../prove/transactions.ts'
import { countLeft, findDeleted, type Kept, makeBacklog, readFigures } from './backlog.ts'

const mails = 100_000
const rounds = 10
const calmRuns = 3
/** A chunk and the log written back to a busy disk take less; all rows at once take over a second. */
const mostDelayMs = 250

export const retentionAttack: Attack = {
  name: 'retention',
  engines: bothEngines,
  async try(stage) {
    return [await interrupted(stage), await keptWaiting(stage)]
  },
}

/** Kills a real server, or cuts its connections, while it deletes, again and again; then lets one finish. */
async function interrupted(stage: Stage): Promise<Row> {
  const databaseUrl = await stage.newDatabase()
  await using place = await openPlace(databaseUrl)
  const { database } = place
  const kept = await makeBacklog(place, mails)
  const figures = await readFigures(database)
  await makeDue(database)
  const problems: string[] = []
  const compare = async () => {
    problems.push(...(await findDeleted(database, kept)))
    if ((await readFigures(database)) !== figures) problems.push('counts or bills changed')
  }
  let halfWay = 0
  for (let round = 0; round < rounds; round += 1) {
    const before = await countLeft(database)
    // Anywhere, but so that something is left for the rounds to come.
    const target = before - (Math.random() * before) / (rounds - round)
    const isThere = async () => (await countLeft(database)) <= target
    problems.push(...(await interrupt(databaseUrl, round % 2 === 0, isThere, kept)))
    const after = await countLeft(database)
    if (after < before && after > 0) halfWay += 1
    await compare()
    await makeDue(database)
  }
  problems.push(...(await finish(databaseUrl, database, kept)))
  await compare()
  return row({
    fault: 'the server is killed, or its connections cut, while it deletes old mail',
    tried: rounds,
    expected: 'nothing else is deleted, all figures agree, the next run ends it',
    figures: `${halfWay} in the middle; counts, bills and dashboards agree, the next run ended it`,
    problems,
    wasTried: halfWay > 0,
  })
}

/** As if an hour had passed since the last run. */
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
  isKill: boolean,
  isThere: () => Promise<boolean>,
  kept: Kept,
): Promise<string[]> {
  await using connections = await watchTransactions(databaseUrl)
  await using server = await startServer(databaseUrl)
  await until(isThere, { everyMs: 1 })
  const problems = await checkDashboards(server.url, kept)
  if (isKill || databaseUrl.startsWith('file:')) return problems
  await connections.cutAll()
  return [...problems, ...unlessZero(await server.end('SIGTERM'))]
}

/** The next run finishes, while users look at their dashboards. */
async function finish(databaseUrl: string, database: Database, kept: Kept): Promise<string[]> {
  await using server = await startServer(databaseUrl)
  const problems: string[] = []
  const isOver = async () => {
    const left = await countLeft(database)
    problems.push(...(await checkDashboards(server.url, kept)))
    return left === 0 || problems.length > 0
  }
  await until(isOver, { everyMs: 1 })
  const left = await countLeft(database)
  if (left > 0) problems.push(`${left} rows are left in the end`)
  return [...problems, ...unlessZero(await server.end('SIGTERM'))]
}

const unlessZero = (code: number | null) => (code === 0 ? [] : [`it ended with ${code}`])

/** All mail that ever was stays counted. */
async function checkDashboards(url: string, { token, counted }: Kept): Promise<string[]> {
  const client = openClient(url)
  const employee = await client.call('GET', '/dashboard/employee', token)
  const admin = await client.call('GET', '/admin/dashboard', token)
  client.end()
  return [
    v.parse(employeeDashboardEndpoint.output, employee).total_emails_scanned,
    v.parse(adminDashboardEndpoint.output, admin).total_scans,
  ]
    .filter((count) => count !== counted)
    .map((count) => `a dashboard counts ${count} of ${counted} mails`)
}

async function keptWaiting(stage: Stage): Promise<Row> {
  await using server = await createTestServer({ address: addressOf(await stage.newDatabase()) })
  const options = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const { url, close } = await listen(server.app, options)
  const longerMs: number[] = []
  const problems: string[] = []
  for (let run = 0; run < calmRuns; run += 1) {
    const { token } = await makeBacklog(server, mails)
    await using others = await watchBystanders(url, token, [{ path: '/auth/me' }])
    const comparison = await others.compare(() => runHousekeeping(server.services))
    longerMs.push(comparison.longerMs(1))
    const left = await countLeft(server.database)
    problems.push(...comparison.problems, ...(left > 0 ? [`${left} rows are left`] : []))
  }
  await close()
  const waits = longerMs.map((ms) => Math.max(0, ms).toFixed(0)).join(', ')
  return row({
    fault: `${mails.toLocaleString('en')} old mails are deleted, and much else`,
    tried: calmRuns,
    expected: `another call waits ${mostDelayMs} ms longer at most in the calmest run`,
    figures: `longer by ${waits} ms`,
    problems: [...problems, ...(Math.min(...longerMs) <= mostDelayMs ? [] : ['others wait'])],
  })
}
