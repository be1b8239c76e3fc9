import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { examplesOf } from '../../../contract/core/examples.ts'
import { bindCalls } from '../../../server/calls.ts'
import { isUnavailable } from '../../../server/database/drivers/database-error.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { startMailWorker } from '../../../server/mail/worker.ts'
import { owning } from '../../support/owning.ts'
import { type PostgresCluster, startCluster } from '../../support/postgres/cluster.ts'
import { startTcpProxy } from '../../support/proxies/tcp-proxy.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer, visitHousekeeping } from '../../support/server/server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { callsByName, nameOf } from '../../support/worlds/contract.ts'
import { signInAdmin } from '../../support/worlds/factories.ts'

const words = 'The database cannot be used right now. Try again in a moment.'

test('while PostgreSQL is stopped every call that needs it is a 503, and works again afterwards', async () => {
  // A PostgreSQL of its own, because other tests use the shared one.
  await using cluster = await startCluster(inject('postgres')?.programs ?? '')
  await using server = await createTestServer({
    address: cluster.url('postgres'),
    services: { linkOrigin: 'https://aman.example' },
  })
  const { admin: user, token } = await signInAdmin(server, { consented: false })
  const sent: string[] = []
  const transport = {
    description: 'a test',
    async deliver({ subject }: { readonly subject: string }) {
      sent.push(subject)
    },
  }
  const worker = startMailWorker({ ...server.services, transport })

  const broken = server.database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').execute()
    await cluster.stop()
    await transaction.selectFrom('users').select('id').execute()
  })
  expect(await broken.catch(isUnavailable)).toBe(true)

  for (const { endpoint } of bindCalls(server.services)) {
    const path = `/api${endpoint.path.replaceAll(/:\w+/g, '1')}`
    // Only the input of public calls is read before the caller is looked up.
    const call = callsByName.get(nameOf(endpoint))
    const body = endpoint.access === 'public' ? call && examplesOf(call).input : {}
    const answer = await request(server.app, endpoint.method, path, {
      token,
      ...(endpoint.method === 'GET' ? {} : { body }),
    })
    const needsDatabase = !call?.isWithoutDatabase
    expect(answer.status, path).toBe(needsDatabase ? 503 : 200)
    if (needsDatabase) expect(answer.detail).toBe(words)
  }
  await visitHousekeeping(server.services)

  await cluster.start()
  server.clock.pass(1000)
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  expect((await server.post('/api/users/consent', { token })).status).toBe(200)
  expect((await server.get('/api/ready')).status).toBe(200)
  await queueMail(server.database, server.services, { to: user.email, subject: 'Back', text: '' })
  await expect.poll(() => sent).toEqual(['Back'])
  await worker.stop()
})

/* A list of hosts with PostgreSQL of their own, of which one takes writes and the other is a standby. */

test('a list of hosts leads to the one that takes writes, and to the next one after it', async () => {
  await using hosts = await startTwo()
  const { one, other } = hosts
  await stopWriting(one)
  await using database = await open(listOf(one, other))
  expect(await hostOf(database)).toBe(hostIn(other))

  await startWriting(one)
  await stopWriting(other)
  // The connection that PostgreSQL has ended may be the first to be asked.
  await expect
    .poll(() => hostOf(database).catch(isUnavailable), { timeout: 60_000 })
    .toBe(hostIn(one))
})

test('a host that is down, and one that accepts connections without an answer, delay none of the others', async () => {
  await using cluster = await startCluster(programs())
  await using silent = await startTcpProxy({ target: addressOf(cluster) })
  silent.fallSilent()
  const hosts = ['127.0.0.1:1', `127.0.0.1:${silent.port}`, hostIn(cluster)]
  await using database = await open(urlOf(hosts))
  expect(await hostOf(database)).toBe(hostIn(cluster))
})

test('a call that waits for a host that has fallen silent fails as soon as another host takes writes', async () => {
  await using hosts = await startTwo()
  const { one, other } = hosts
  await stopWriting(other)
  await using proxy = await startTcpProxy({ target: addressOf(one) })
  const list = urlOf([`127.0.0.1:${proxy.port}`, hostIn(other)])
  // A single connection, so that the next call has to wait for it.
  await using database = await open(list, 1)
  expect(await hostOf(database)).toBe(hostIn(one))

  proxy.fallSilent()
  const started = performance.now()
  const waiting = hostOf(database).catch(isUnavailable)
  await startWriting(other)
  await expect
    .poll(() => hostOf(database).catch(isUnavailable), { timeout: 60_000 })
    .toBe(hostIn(other))
  expect(await waiting).toBe(true)
  // Sooner than a statement is given up, with which the connection would be free anyway.
  expect(performance.now() - started).toBeLessThan(statementMs)
})

test('a start while no host takes writes is one line that names each host and why, without the password', async () => {
  await using cluster = await startCluster(programs())
  await stopWriting(cluster)
  const url = urlOf(['127.0.0.1:1', hostIn(cluster)], 'aman:pass-of-the-database')
  const { exited, output } = await startServerProcess({ DATABASE_URL: url })
  expect(await exited).toBe(1)
  const [port] = hostIn(cluster).split(':').slice(-1)
  expect(output().stderr).toMatch(
    new RegExp(
      `^Cannot open the database 127\\.0\\.0\\.1:1,127\\.0\\.0\\.1:${port}/postgres: 127\\.0\\.0\\.1:1/postgres: .*ECONNREFUSED.*, 127\\.0\\.0\\.1:${port}/postgres: it takes no writes\\n$`,
    ),
  )
})

const statementMs = 30_000

const programs = () => inject('postgres')?.programs ?? ''

async function startTwo() {
  await using cleanUp = new AsyncDisposableStack()
  const one = cleanUp.use(await startCluster(programs()))
  const other = cleanUp.use(await startCluster(programs()))
  return owning(cleanUp, { one, other })
}

async function open(url: string, connections?: number) {
  const database = await openDatabase(url, connections)
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.destroy() })
}

const hostIn = (cluster: PostgresCluster) => new URL(cluster.url('postgres')).host

function addressOf(cluster: PostgresCluster) {
  const { hostname, port } = new URL(cluster.url('postgres'))
  return { host: hostname, port: Number(port) }
}

const listOf = (...clusters: readonly PostgresCluster[]) => urlOf(clusters.map(hostIn))

function urlOf(hosts: readonly string[], account = 'aman'): string {
  return `postgres://${account}@${hosts.join(',')}/postgres?target_session_attrs=read-write`
}

async function hostOf(database: Database): Promise<string> {
  const { rows } = await sql<{
    host: string
  }>`select '127.0.0.1:' || current_setting('port') as host`.execute(database)
  return rows[0]?.host ?? ''
}

/** As when it becomes a standby: connections end, and new ones cannot write. */
const stopWriting = (cluster: PostgresCluster) => setReadOnly(cluster, 'on')
const startWriting = (cluster: PostgresCluster) => setReadOnly(cluster, 'off')

async function setReadOnly(cluster: PostgresCluster, value: 'on' | 'off'): Promise<void> {
  const client = new Client({
    connectionString: cluster.url('postgres'),
    options: '-c default_transaction_read_only=off',
  })
  await client.connect()
  await client.query(`alter database postgres set default_transaction_read_only = ${value}`)
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  await client.end()
}
