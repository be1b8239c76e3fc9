import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { hourMs, minuteMs } from '../../../server/core/clock.ts'
import { setCounter } from '../../../server/database/counters.ts'
import { changeFlagRevisions, readFlagRevision } from '../../../server/flags/revision.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import type { MailTransport } from '../../../server/mail/transport.ts'
import { sendDueMails } from '../../../server/mail/worker.ts'
import { createServers } from '../../support/postgres/two-servers.ts'
import { visitHousekeeping } from '../../support/server/server.ts'
import { times, until } from '../../support/until.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'

test('signing in and out at one server applies to the other', async () => {
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

test('a user who is removed at one server is signed out at the other at once', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const admin = await makeSession(one, await makeUser(one, { role: 'super_admin' }))
  const user = await makeUser(one)
  const token = await makeSession(one, user)
  expect((await other.get('/api/auth/me', { token })).status).toBe(200)
  expect((await one.delete(`/api/admin/users/${user.id}`, { token: admin })).status).toBe(200)
  expect((await other.get('/api/auth/me', { token })).status).toBe(401)
})

test('many simultaneous attempts at two servers do not exceed the limit', {
  tags: ['R376'],
}, async () => {
  await using servers = await createServers()
  const { username } = await makeUser(servers.one, { password: 'violet kettle drum' })
  const body = { username, password: 'wrong' }
  const answers = await times(40, () => servers.call('POST', '/api/auth/login', { body }))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses).toContain(429)
  // A database that is too busy for one more attempt refuses it, too.
  expect(statuses.filter((status) => status === 429 || status === 503)).toHaveLength(35)
})

test('of fifty creations of one username at two servers one succeeds and 49 conflict', {
  tags: ['R363'],
}, async () => {
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
})

test('flags that are added at two servers at once do not exceed the limit', async () => {
  await using servers = await createServers({ limits: { flagsPerUser: 20 } })
  const user = await makeUser(servers.one)
  const token = await makeSession(servers.one, user)
  for (let count = 0; count < 10; count += 1) {
    await makeFlag(servers.one, user, { flag_type: 'red', value: `${count}.example` })
  }
  const answers = await times(40, (position) =>
    servers.call('POST', '/api/flags/add', {
      token,
      body: { flag_type: 'red', value: `more-${position}.example` },
    }),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 409)).toHaveLength(30)
})

test('of super admins who remove each other at two servers one always remains', async () => {
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
    // 401 when the user is removed before the session check.
    expect([401, 409]).toContain(refused)
    if (answers[1].status === 200) left = joining
  }
  const admins = await one.database.selectFrom('users').select('id').execute()
  expect(admins).toEqual([{ id: left.id }])
})

test('two servers issue every receipt number once, and one number for each month', {
  tags: ['R284'],
}, async () => {
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
    Number(/AMAN-2026-(\d+)/.exec(answer.output(generateReceiptEndpoint).receipt_url)?.[1]),
  )
  const different = [...new Set(numbers)].sort((one, other) => one - other)
  expect(different).toEqual(Array.from({ length: 8 }, (_, position) => position + 1))
})

test('all mail that arrives at two servers at once is counted', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const organizationId = await makeOrganization(one)
  const users = await times(20, () => makeUser(one, { organizationId }))
  const months = Array.from({ length: 36 }, (_, month) =>
    new Date(Date.UTC(2023, month, 10)).toISOString(),
  )
  // Each batch names users and months in a different order.
  await times(40, (position) => {
    const isEven = position % 2 === 0
    const two = [users[position % 20], users[(position + 1) % 20]]
    const scans = (isEven ? months : months.toReversed()).flatMap((received_at) =>
      (isEven ? two : two.toReversed()).map((user) => ({
        recipient: user?.email ?? '',
        received_at,
      })),
    )
    return reportScans(isEven ? one : other, { email: '', organizationId }, scans)
  })
  const totals = await one.database.selectFrom('scan_totals').select('safe').execute()
  expect(totals.map(({ safe }) => safe)).toEqual(users.map(() => 4 * 36))
  const counted = await one.database.selectFrom('monthly_scans').select('safe').execute()
  expect(counted.map(({ safe }) => safe)).toEqual(months.map(() => 80))
})

test('removing a user while their mail arrives does not break a report', async () => {
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
    expect(reported).toMatch(/^taken in$|no user of this organization/)
  }
  expect(await one.database.selectFrom('scans').select('id').execute()).toEqual([])
})

test('a flag that is added while its user moves alters the tag of the new organization', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const user = await makeUser(one)
  const token = await makeSession(one, user)
  const destination = await makeOrganization(one)
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(other.database)
    return rows.length > 0
  }
  const { flagging, moved } = await one.database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ organization_id: destination })
      .where('id', '=', user.id)
      .execute()
    await changeFlagRevisions(transaction, [user.organizationId, destination])
    const body = { flag_type: 'red', value: 'lookalike.example' }
    const flagging = other.post('/api/flags/add', { token, body })
    expect(await until(isWaiting)).toBe(true)
    const { revision: moved } = await transaction
      .selectFrom('flag_revisions')
      .select('revision')
      .where('organization_id', '=', destination)
      .executeTakeFirstOrThrow()
    return { flagging: [flagging], moved }
  })
  expect((await flagging[0])?.status).toBe(200)
  expect(await readFlagRevision(one, destination)).not.toBe(moved)
})

test('of twenty users who get the same address at two servers one does', async () => {
  await using servers = await createServers()
  const token = await makeSession(servers.one, await makeUser(servers.one, { role: 'super_admin' }))
  const form = {
    full_name: 'Rania Haddad',
    role: 'employee',
    organization_id: await makeOrganization(servers.one),
    password: 'violet kettle drum',
  }
  const shared = 'sales@firm.example'
  const answers = await times(20, (position) => {
    const username = `user${position}`
    const own = `${username}@firm.example`
    const addresses =
      position % 2 === 0 ? { email: own, aliases: [shared] } : { email: shared, aliases: [own] }
    const body = { ...form, ...addresses, username }
    return servers.call('POST', '/api/admin/users/detailed', { token, body })
  })
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(19)
})

function recordingTransport(sent: string[]): MailTransport {
  return {
    description: 'a test',
    async deliver({ message_id }) {
      sent.push(message_id)
    },
  }
}

test('two servers that send at once send every mail once', { tags: ['R357'] }, async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const mail = { to: 'rania@firm.example', subject: 'Hello', text: 'A text' }
  await times(40, () => queueMail(one.database, one.services, mail))
  const sent: string[] = []
  const transport = recordingTransport(sent)
  await Promise.all([one, other].map(({ services }) => sendDueMails({ ...services, transport })))
  expect(sent).toHaveLength(40)
  expect(new Set(sent).size).toBe(40)
})

test('mail that a server was sending when it died is sent by the other five minutes later', {
  tags: ['R357'],
}, async () => {
  await using servers = await createServers()
  const { one, other } = servers
  await queueMail(one.database, one.services, { to: 'a@b.example', subject: 'Hello', text: '' })
  const attempt = Promise.withResolvers<void>()
  const transport: MailTransport = {
    description: 'a test',
    deliver() {
      attempt.resolve()
      return new Promise(() => {})
    },
  }
  void sendDueMails({ ...one.services, transport })
  await attempt.promise
  const sent: string[] = []
  const parts = { ...other.services, transport: recordingTransport(sent) }
  one.clock.pass(5 * minuteMs - 1)
  await sendDueMails(parts)
  expect(sent).toHaveLength(0)
  one.clock.pass(1)
  await sendDueMails(parts)
  expect(sent).toHaveLength(1)
})

test('one of two servers runs the housekeeping, every hour', async () => {
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
  await visitHousekeeping(one.services)
  expect(await sessions()).toHaveLength(0)
  await endOneSession()
  await visitHousekeeping(other.services)
  expect(await sessions()).toHaveLength(1)
  one.clock.pass(hourMs)
  await visitHousekeeping(other.services)
  expect(await sessions()).toHaveLength(0)
})
