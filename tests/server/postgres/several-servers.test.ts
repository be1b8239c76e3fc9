import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { hourMs, minuteMs } from '../../../server/clock.ts'
import { setCounter } from '../../../server/database/counters.ts'
import { openDatabase } from '../../../server/database/open.ts'
import { startHousekeeping } from '../../../server/housekeeping.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import type { MailTransport } from '../../../server/mail/transport.ts'
import { sendDueMails } from '../../../server/mail/worker.ts'
import { adminReceiptEndpoint } from '../../../src/lib/contract/admin-receipt.ts'
import { makeOrganization, makeSession, makeUser, reportScans } from '../../support/factories.ts'
import { type CallOptions, request } from '../../support/request.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { createTestDatabase } from '../../support/test-database.ts'

/*
 * Two servers on one PostgreSQL, each with connections of its own, and one clock.
 */

interface Servers extends AsyncDisposable {
  readonly one: TestServer
  readonly other: TestServer
  /** Every call goes to the server whose turn it is. */
  call(method: string, path: string, options?: CallOptions): ReturnType<typeof request>
}

async function createServers(): Promise<Servers> {
  await using cleanUp = new AsyncDisposableStack()
  const { address } = cleanUp.use(await createTestDatabase('shared'))
  const one = cleanUp.use(await createTestServer({ address }))
  const database = await openDatabase(address)
  cleanUp.defer(() => database.destroy())
  const parts = { ...one.parts, database }
  const app = createApp(parts)
  const other: TestServer = {
    ...one,
    app,
    parts,
    database,
    get: (path, options) => request(app, 'GET', path, options),
    post: (path, options) => request(app, 'POST', path, options),
    delete: (path, options) => request(app, 'DELETE', path, options),
  }
  let calls = 0
  const disposal = cleanUp.move()
  return {
    one,
    other,
    call(method, path, options) {
      calls += 1
      return request(calls % 2 === 0 ? one.app : other.app, method, path, options)
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  }
}

function times<Result>(count: number, task: (position: number) => Promise<Result>) {
  return Promise.all(Array.from({ length: count }, (_, position) => task(position)))
}

test('who signs in at one server is signed in at the other, and out again', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const user = await makeUser(one, { password: 'violet kettle drum' })
  const body = { username: user.username, password: 'violet kettle drum' }
  const token = /"access_token":"(.+?)"/.exec(
    (await one.post('/api/auth/login', { body })).text,
  )?.[1]
  expect((await other.get('/api/auth/me', { token: token ?? '' })).status).toBe(200)
  expect((await other.post('/api/auth/logout', { token: token ?? '' })).status).toBe(200)
  expect((await one.get('/api/auth/me', { token: token ?? '' })).status).toBe(401)
})

test('who is removed at one server is out at the other at once', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const admin = await makeSession(one, await makeUser(one, { role: 'super_admin' }))
  const user = await makeUser(one)
  const token = await makeSession(one, user)
  expect((await other.get('/api/auth/me', { token })).status).toBe(200)
  expect((await one.delete(`/api/admin/users/${user.id}`, { token: admin })).status).toBe(200)
  expect((await other.get('/api/auth/me', { token })).status).toBe(401)
})

test('R376 many attempts at once at two servers are no more than the limit', async () => {
  await using servers = await createServers()
  const { username } = await makeUser(servers.one, { password: 'violet kettle drum' })
  const body = { username, password: 'wrong' }
  const answers = await times(40, () => servers.call('POST', '/api/auth/login', { body }))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(35)
})

test('R363 fifty creations of one username at two servers are one success and 49 conflicts', async () => {
  await using servers = await createServers()
  const token = await makeSession(servers.one, await makeUser(servers.one, { role: 'super_admin' }))
  const form = {
    username: 'rania',
    full_name: 'Rania Haddad',
    role: 'employee',
    organization_id: await makeOrganization(servers.one),
    password: 'violet kettle drum',
  }
  const answers = await times(50, (position) =>
    servers.call('POST', '/api/admin/users/detailed', {
      token,
      body: { ...form, email: `rania${position}@firm.example` },
    }),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(49)
}, 60_000)

test('of super admins who remove each other at two servers one is left, each time', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const makeAdmin = async () => {
    const admin = await makeUser(one, { role: 'super_admin' })
    return { ...admin, token: await makeSession(one, admin) }
  }
  let left = await makeAdmin()
  for (let round = 0; round < 15; round += 1) {
    const joining = await makeAdmin()
    const answers = await Promise.all([
      one.delete(`/api/admin/users/${joining.id}`, { token: left.token }),
      other.delete(`/api/admin/users/${left.id}`, { token: joining.token }),
    ])
    const [done, refused] = answers.map(({ status }) => status).toSorted()
    expect(done).toBe(200)
    // 401 when somebody is gone before they are asked who they are.
    expect([401, 409]).toContain(refused)
    if (answers[1].status === 200) left = joining
  }
  const admins = await one.database.selectFrom('users').select('id').execute()
  expect(admins).toEqual([{ id: left.id }])
})

test('R284 receipts of two servers have every number once, and one number for each month', async () => {
  await using servers = await createServers()
  const token = await makeSession(servers.one, await makeUser(servers.one, { role: 'super_admin' }))
  const organizations = await times(8, () => makeOrganization(servers.one))
  const answers = await times(48, (position) =>
    servers.call(
      'POST',
      `/api/admin/generate-receipt/${organizations[position % 8]}/2025/${position % 2 === 0 ? 3 : 4}`,
      { token },
    ),
  )
  const numbers = answers.map((answer) =>
    Number(/AMAN-2026-(\d+)/.exec(answer.output(adminReceiptEndpoint).receipt_url)?.[1]),
  )
  const different = [...new Set(numbers)].sort((one, other) => one - other)
  expect(different).toEqual(Array.from({ length: 8 }, (_, position) => position + 1))
})

test('mail that comes in at two servers at once is all counted', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const organizationId = await makeOrganization(one)
  const people = await times(20, () => makeUser(one, { organizationId }))
  const months = Array.from({ length: 36 }, (_, month) =>
    new Date(Date.UTC(2023, month, 10)).toISOString(),
  )
  // Each batch names people and months in an order of its own.
  await times(40, (position) => {
    const isEven = position % 2 === 0
    const two = [people[position % 20], people[(position + 1) % 20]]
    const scans = (isEven ? months : months.toReversed()).flatMap((received_at) =>
      (isEven ? two : two.toReversed()).map((person) => ({
        recipient: person?.email ?? '',
        received_at,
      })),
    )
    return reportScans(isEven ? one : other, { email: '', organizationId }, scans)
  })
  const totals = await one.database.selectFrom('scan_totals').select('safe').execute()
  expect(totals.map(({ safe }) => safe)).toEqual(people.map(() => 4 * 36))
  const counted = await one.database.selectFrom('monthly_scans').select('safe').execute()
  expect(counted.map(({ safe }) => safe)).toEqual(months.map(() => 80))
})

test('a person who is removed while their mail comes in harms no report', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const token = await makeSession(one, await makeUser(one, { role: 'super_admin' }))
  for (let round = 0; round < 10; round += 1) {
    const user = await makeUser(one)
    const [removed, reported] = await Promise.all([
      one.delete(`/api/admin/users/${user.id}`, { token }),
      reportScans(other, user, [{}, {}]).then(
        () => 'taken in',
        (cause: unknown) => String(cause),
      ),
    ])
    expect(removed.status).toBe(200)
    expect(reported).toMatch(/^taken in$|Nobody in this organization/)
  }
  expect(await one.database.selectFrom('scans').select('id').execute()).toEqual([])
})

function recordingTransport(sent: string[]): MailTransport {
  return {
    description: 'a test',
    async deliver({ message_id }) {
      sent.push(message_id)
    },
  }
}

test('R357 two servers that send at once send every mail once', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const mail = { to: 'rania@firm.example', subject: 'Hello', text: 'A text' }
  await times(40, () => queueMail(one.database, one.clock, mail))
  const sent: string[] = []
  const transport = recordingTransport(sent)
  await Promise.all([one, other].map(({ parts }) => sendDueMails({ ...parts, transport })))
  expect(sent).toHaveLength(40)
  expect(new Set(sent).size).toBe(40)
})

test('R357 what a server was sending when it died is sent by the other, five minutes later', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  await queueMail(one.database, one.clock, { to: 'a@b.example', subject: 'Hello', text: '' })
  const attempt = Promise.withResolvers<void>()
  const transport: MailTransport = {
    description: 'a test',
    deliver() {
      attempt.resolve()
      return new Promise(() => {})
    },
  }
  void sendDueMails({ ...one.parts, transport })
  await attempt.promise
  const sent: string[] = []
  const parts = { ...other.parts, transport: recordingTransport(sent) }
  one.clock.pass(5 * minuteMs - 1)
  await sendDueMails(parts)
  expect(sent).toHaveLength(0)
  one.clock.pass(1)
  await sendDueMails(parts)
  expect(sent).toHaveLength(1)
})

test('one of two servers does the housekeeping, every hour', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const claims = await times(20, (position) =>
    setCounter((position % 2 === 0 ? one : other).database, 'a job', 7),
  )
  expect(claims.filter((claimed) => claimed)).toHaveLength(1)
  const endOneSession = async () => {
    await makeSession(one, await makeUser(one))
    await one.database
      .updateTable('sessions')
      .set({ expires_at: one.clock().toISOString() })
      .execute()
  }
  const sessions = () => one.database.selectFrom('sessions').select('user_id').execute()
  await endOneSession()
  await startHousekeeping(one.parts).stop()
  expect(await sessions()).toHaveLength(0)
  await endOneSession()
  await startHousekeeping(other.parts).stop()
  expect(await sessions()).toHaveLength(1)
  one.clock.pass(hourMs)
  await startHousekeeping(other.parts).stop()
  expect(await sessions()).toHaveLength(0)
})
