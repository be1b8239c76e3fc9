import { sql } from 'kysely'
import * as v from 'valibot'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { adminDashboardEndpoint } from '../../../contract/organizations/admin-dashboard.ts'
import { dayMs, hourMs, isoAfter } from '../../../server/core/clock.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { listen } from '../../../server/listen.ts'
import { addressOf, openPlace } from '../../../tests/support/browser/place.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { createTestServer } from '../../../tests/support/server/server.ts'
import { sum, until } from '../../../tests/support/until.ts'
import { rowsOfEveryTable } from '../../../tests/support/worlds/every-table.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  type Place,
} from '../../../tests/support/worlds/factories.ts'
import { insertNumbered, mailRow } from '../../../tests/support/worlds/fill.ts'
import { reportScans } from '../../../tests/support/worlds/mail-factories.ts'
import { type Attack, bothEngines, type Row, row } from '../prove/attack.ts'
import { watchBystanders } from '../prove/bystanders.ts'
import { type Stage, watchTransactions } from '../prove/stage.ts'

const mails = 100_000
const rounds = 10
const calmRuns = 3
/** A chunk and the log written back to a busy disk take less; all rows at once take over a second. */
const mostDelayMs = 250
/** A built site is read before a server listens, and its housekeeping would be over by then. */
const withoutSite = { SITE_DIRECTORY: '/nowhere' }

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
  await using server = await startServer(databaseUrl, withoutSite)
  await until(isThere, { everyMs: 1 })
  const problems = await checkDashboards(server.url, kept)
  if (isKill || databaseUrl.startsWith('file:')) return problems
  await connections.cutAll()
  return [...problems, ...unlessZero(await server.end('SIGTERM'))]
}

/** The next run finishes, while users look at their dashboards. */
async function finish(databaseUrl: string, database: Database, kept: Kept): Promise<string[]> {
  await using server = await startServer(databaseUrl, withoutSite)
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
  using client = openClient(url)
  const employee = await client.call('GET', '/dashboard/employee', token)
  const admin = await client.call('GET', '/admin/dashboard', token)
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

type Kept = Awaited<ReturnType<typeof makeBacklog>>

const id = sql`'old-' || number`

/**
 * A user with so much mail after its retention, all of it counted and billed, and a tenth as many sent
 * mails, ended sessions and failed sign-ins that are to be deleted, too.
 */
async function makeBacklog(place: Place, size: number) {
  const now = place.clock()
  const organization_id = await makeOrganization(place)
  const user = await makeUser(place, { role: 'super_admin', organizationId: organization_id })
  const token = await makeSession(place, user)
  const recent = Array.from({ length: 20 }, () => ({ threat_level: 'suspicious' }) as const)
  const scans = (await reportScans(place, user, recent)).map((scan) => scan.id)
  const old = isoAfter(now, -40 * dayMs)
  const month = old.slice(0, 7)
  await place.database.transaction().execute(async (database) => {
    const mail = mailRow(user.id, id, old, isoAfter(now, -10 * dayMs))
    await insertNumbered(database, size, 'scans', mail)
    await database
      .updateTable('scan_totals')
      .set(({ eb, ref }) => ({ suspicious: eb(ref('suspicious'), '+', size) }))
      .where('user_id', '=', user.id)
      .execute()
    await database
      .insertInto('monthly_scans')
      .values({ organization_id, month, safe: 0, suspicious: size, malicious: 0 })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'month']).doUpdateSet(({ eb, ref }) => ({
          suspicious: eb(ref('monthly_scans.suspicious'), '+', size),
        })),
      )
      .execute()
    const few = Math.floor(size / 10)
    const { mails, sessions, login_failures } = await rowsOfEveryTable(new Date(old))
    await insertNumbered(database, few, 'mails', { ...mails, id })
    const session = { ...sessions, user_id: user.id, token_hash: id, id }
    await insertNumbered(database, few, 'sessions', session)
    const failure = { ...login_failures, failed_at: isoAfter(now, -hourMs), id }
    await insertNumbered(database, few, 'login_failures', failure)
  })
  return {
    token,
    /** Mail of the last days, by id, which has to remain. */
    scans,
    /** How many mails the dashboards count, old ones included. */
    counted: size + scans.length,
  }
}

async function countLeft(database: Database): Promise<number> {
  const keys = { scans: 'id', mails: 'id', sessions: 'token_hash', login_failures: 'id' }
  const counts = Object.entries(keys).map(async ([table, key]) => {
    const { rows } = await sql<{ size: number }>`
      select count(*) as size from ${sql.table(table)}
      where ${sql.ref(key)} like 'old-%'`.execute(database)
    return Number(rows[0]?.size)
  })
  return sum(await Promise.all(counts))
}

/** Figures of users and bills, which no deletion may change. */
async function readFigures(database: Database): Promise<string> {
  const totals = await database.selectFrom('scan_totals').selectAll().orderBy('user_id').execute()
  const bills = database.selectFrom('monthly_scans').selectAll()
  return JSON.stringify({
    totals,
    bills: await bills.orderBy('organization_id').orderBy('month').execute(),
  })
}

/** @returns what is gone though it may not be deleted yet */
async function findDeleted(database: Database, { scans }: Kept): Promise<string[]> {
  const found = database.selectFrom('scans').where('id', 'in', scans)
  const gone = scans.length - (await found.select('id').execute()).length
  return gone === 0 ? [] : [`${gone} mails are gone too early`]
}
