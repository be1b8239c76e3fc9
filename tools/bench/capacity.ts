import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Kysely } from 'kysely'
import { Client } from 'pg'
import { PortablePostgresDialect } from '../../server/database/drivers/postgres-dialect.ts'
import { openConnections } from '../../server/database/drivers/postgres-pool.ts'
import { makeDays } from '../../server/database/partitions/days.ts'
import type { Tables } from '../../server/database/tables/tables.ts'
import { openPlace } from '../../tests/support/browser/place.ts'
import { table } from '../../tests/support/browser/table.ts'
import { startCluster } from '../../tests/support/postgres/cluster.ts'
import { startServer } from '../../tests/support/server/running-server.ts'
import { findPostgres } from '../scripts/find-postgres.ts'
import { type Filled, fill } from './server/fill.ts'
import { numberPlace, requestText, startLoader } from './server/load.ts'

/*
 * npm run bench:capacity -- [--scans 1000000] [--requests 1000] [--folder <on a disk>]: fills PostgreSQL and
 * measures again, for one size, what docs/capacity.md reckons with: processor time and log of a report, a
 * dashboard and so on, and the bytes of a scan on disk.
 */

const { values } = parseArgs({
  options: {
    scans: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '1000' },
    folder: { type: 'string', default: '/var/tmp' },
  },
})
const scans = Number(values.scans)
const users = Math.max(500, Math.round(scans / 1200))
const size = { scans, users, organizations: Math.max(4, Math.round(users / 100)) }
/** Commits reach the disk, as docs/failover.md has it. */
const settings = ['shared_buffers=1GB', 'max_wal_size=4GB', 'autovacuum=off']

const programs = findPostgres(['initdb', 'postgres'])
if (programs === undefined) throw new Error('PostgreSQL is not here (Debian: postgresql)')
await using cluster = await startCluster(programs, { folder: values.folder, settings })
const url = cluster.url('postgres')
const client = new Client({ connectionString: url })
// After an error elsewhere PostgreSQL ends first, which would hide the error.
client.on('error', () => undefined)
await client.connect()
const ask = async (query: string) =>
  Number((await client.query(`select ${query} as it`)).rows[0].it)
const main = await ask(`split_part(pg_read_file('postmaster.pid'), E'\\n', 1)`)

const filled = await fillDatabase()
await client.query('vacuum analyze')
await client.query('checkpoint')
await using server = await startServer(url)
await using loader = startLoader()
const rows = [['one', 'Aman ms', 'PostgreSQL ms', 'log, bytes']]
for (const [name, { requests, each = 1 }] of Object.entries(requestsOf(filled))) {
  const load = { port: server.port, requests, connections: 1, ms: 600_000 }
  await loader.load({ ...load, count: requests.length })
  const before = await counted()
  const count = Number(values.requests)
  await loader.load({ ...load, count })
  const after = await counted()
  const one = (figure: keyof typeof before) => (after[figure] - before[figure]) / count / each
  rows.push([name, one('aman').toFixed(2), one('postgres').toFixed(2), one('log').toFixed(0)])
}
const parts = `(select sum(pg_total_relation_size(relid)) from pg_partition_tree('scans'))`
console.log(table(rows))
console.log(
  `\n${((await ask(parts)) / (await ask('(select count(*) from scans)'))).toFixed(0)} bytes a scan`,
)
await client.end()

async function fillDatabase(): Promise<Filled> {
  {
    await using place = await openPlace(url)
    await makeDays(place.database, place.clock())
  }
  // Statements of filling take minutes.
  const database = new Kysely<Tables>({
    dialect: new PortablePostgresDialect(openConnections(url, 10, 0)),
  })
  const written = await fill({ database, clock: () => new Date() }, size)
  await database.destroy()
  return written
}

interface Asked {
  readonly requests: readonly string[]
  /** How many scans one request has. */
  readonly each?: number
}

function requestsOf({ busy, quiet, key, lead, recipients }: Filled): Record<string, Asked> {
  const scan = (recipient: string) => ({
    ...{ recipient, sender: 'office@sender-7.example', subject: 'Minutes of Monday' },
    ...{ threat_level: 'safe', indicators: [] },
  })
  const report = (body: unknown) => requestText('POST', '/scans', { token: key, body })
  const get = (path: string) => (token: string) => requestText('GET', path, { token })
  const body = { flag_type: 'red', value: `sender-${numberPlace}.example` }
  return {
    'report of one scan': { requests: recipients.map((it) => report(scan(it))) },
    'scan in a report of 100': { requests: [report({ scans: recipients.map(scan) })], each: 100 },
    'employee dashboard': { requests: [...busy, ...quiet].map(get('/dashboard/employee')) },
    'team dashboard': { requests: [get('/dashboard/team')(lead)] },
    'search of own mail': { requests: quiet.map(get('/messages?q=sender-42')) },
    flag: { requests: quiet.map((token) => requestText('POST', '/flags/add', { token, body })) },
  }
}

async function counted() {
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ')
  return {
    aman: server.cpuMs(),
    // Its own time with that of children that have ended, and that of those that run.
    postgres: cpuMs(String(main), 4) + children.reduce((sum, pid) => sum + cpuMs(pid, 2), 0),
    log: await ask(`pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')`),
  }
}

/** The first of user time, system time, and both of the children that have ended. */
function cpuMs(pid: string, fields: 2 | 4): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const times = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 11 + fields)
  return times.reduce((sum, hundredths) => sum + Number(hundredths) * 10, 0)
}
