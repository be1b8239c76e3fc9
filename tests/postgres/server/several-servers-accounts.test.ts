import { expect, test } from 'vitest'
import { createServers, times } from '../../support/postgres/two-servers.ts'
import {
  makeFlag,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'

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
  timeout: 60_000,
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

test('flags that are added at two servers at once do not exceed the limit', {
  timeout: 60_000,
}, async () => {
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
