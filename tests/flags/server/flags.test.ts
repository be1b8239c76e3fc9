import { expect, test } from 'vitest'
import { roles } from '../../../contract/core/permissions.ts'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeFlag, makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

async function signedIn(server: TestServer, overrides?: Parameters<typeof makeUser>[1]) {
  const user = await makeUser(server, overrides)
  return { user, token: await makeSession(server, user) }
}

async function listOf(server: TestServer, token: string) {
  const answer = await server.get('/api/flags/list', { token })
  expect(answer.status).toBe(200)
  return answer.output(listFlagsEndpoint)
}

function add(server: TestServer, token: string, body: object) {
  return server.post('/api/flags/add', { token, body })
}

test('a user adds flags and finds them, newest first, with counts', {
  tags: ['R282', 'R283', 'R354', 'R355'],
}, async () => {
  await using server = await createTestServer()
  const { token } = await signedIn(server)
  const green = { flag_type: 'green', value: '  Partner@Firm.Example ', reason: ' trusted ' }
  expect((await add(server, token, green)).body).toEqual({ success: true })
  expect((await add(server, token, { flag_type: 'red', value: 'SPAM.example' })).status).toBe(200)
  const blank = { flag_type: 'red', value: 'xn--mnchen-3ya.example', reason: '  ' }
  expect((await add(server, token, blank)).status).toBe(200)
  const created_at = server.clock().toISOString()
  const red = { flag_type: 'red', reason: null, created_at, blocked_count: 0 }
  const { body } = await server.get('/api/flags/list', { token })
  expect(body).toEqual({
    success: true,
    flags: [
      { ...red, id: expect.any(String), value: 'xn--mnchen-3ya.example' },
      { ...red, id: expect.any(String), value: 'spam.example' },
      {
        id: expect.any(String),
        flag_type: 'green',
        value: 'partner@firm.example',
        reason: 'trusted',
        created_at,
      },
    ],
    total: 3,
    green_count: 1,
    red_count: 2,
  })
})

test('a red flag shows how many mails it has blocked', { tags: ['R282'] }, async () => {
  await using server = await createTestServer()
  const { user, token } = await signedIn(server)
  await add(server, token, { flag_type: 'red', value: 'spam.example' })
  await reportScans(server, user, [{ sender: 'a@spam.example' }, { sender: 'b@spam.example' }])
  expect((await listOf(server, token)).flags?.[0]?.blocked_count).toBe(2)
})

test.each([
  ['nonsense', 'value: is neither an email address nor a domain'],
  ['nul\u0000.example', 'value: holds a character that cannot be kept'],
])('the value %j is rejected by name', { tags: ['R355', 'R376'] }, async (value, detail) => {
  await using server = await createTestServer()
  const { token } = await signedIn(server)
  const answer = await add(server, token, { flag_type: 'green', value })
  expect(answer).toMatchObject({ status: 422, detail })
  expect((await listOf(server, token)).total).toBe(0)
})

test('the same value twice, or in both colours, is a conflict that names the flag', {
  tags: ['R355'],
}, async () => {
  await using server = await createTestServer()
  const { token } = await signedIn(server)
  await add(server, token, { flag_type: 'green', value: 'firm.example' })
  for (const flag_type of ['green', 'red']) {
    const answer = await add(server, token, { flag_type, value: 'FIRM.example' })
    expect(answer.status).toBe(409)
    expect(answer.detail).toMatch(/^firm\.example has a green flag already\./)
  }
  expect(await listOf(server, token)).toMatchObject({ total: 1, green_count: 1 })
})

test('a user cannot exceed the limit of flags, which the error names', async () => {
  await using server = await createTestServer({ limits: { flagsPerUser: 3 } })
  const { user, token } = await signedIn(server)
  const colleague = await signedIn(server, { organizationId: user.organizationId })
  await makeFlag(server, user, { flag_type: 'red', value: '0.example' })
  await makeFlag(server, user, { flag_type: 'red', value: '1.example' })
  const last = { flag_type: 'red', value: 'last.example' }
  expect((await add(server, token, last)).status).toBe(200)
  const answer = await add(server, token, { flag_type: 'red', value: 'more.example' })
  expect(answer.status).toBe(409)
  expect(answer.detail).toBe('You cannot have more than 3 flags. Remove one to add another.')
  expect((await listOf(server, token)).total).toBe(3)
  // An existing value is still named, and other users are not affected.
  expect((await add(server, token, last)).detail).toMatch(/^last\.example has a red flag already/)
  expect((await add(server, colleague.token, last)).status).toBe(200)
  const [first] = (await listOf(server, token)).flags ?? []
  await server.delete(`/api/flags/remove/${first?.id}`, { token })
  expect((await add(server, token, { flag_type: 'red', value: 'more.example' })).status).toBe(200)
})

test('many simultaneous flags do not exceed the limit', async () => {
  await using server = await createTestServer({ limits: { flagsPerUser: 5 } })
  const { token } = await signedIn(server)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, count) =>
      add(server, token, { flag_type: 'red', value: `${count}.example` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await listOf(server, token)).total).toBe(5)
})

test('a removed flag is gone, and removing it again is a 404', { tags: ['R356'] }, async () => {
  await using server = await createTestServer()
  const { user, token } = await signedIn(server)
  const id = await makeFlag(server, user, { flag_type: 'red', value: 'spam.example' })
  const path = `/api/flags/remove/${id}`
  expect((await server.delete(path, { token })).body).toEqual({ success: true })
  expect((await listOf(server, token)).total).toBe(0)
  const again = await server.delete(path, { token })
  expect(again).toMatchObject({ status: 404, detail: 'You have no such flag' })
})

test('users cannot read or remove the flags of a colleague, not even super admins', {
  tags: ['R343'],
}, async () => {
  await using server = await createTestServer()
  const { user, token } = await signedIn(server)
  const id = await makeFlag(server, user, { flag_type: 'red', value: 'spam.example' })
  for (const role of roles) {
    const other = await signedIn(server, { role, organizationId: user.organizationId })
    expect((await listOf(server, other.token)).flags).toEqual([])
    const answer = await server.delete(`/api/flags/remove/${id}`, { token: other.token })
    expect(answer.status).toBe(404)
    const same = { flag_type: 'green', value: 'spam.example' }
    expect((await add(server, other.token, same)).status).toBe(200)
  }
  expect((await listOf(server, token)).flags).toMatchObject([{ id, flag_type: 'red' }])
})

test.each(roles)('an %s can use flags', { tags: ['R342'] }, async (role) => {
  await using server = await createTestServer()
  const { token } = await signedIn(server, { role })
  const flag = { flag_type: 'green', value: 'firm.example' }
  expect((await add(server, token, flag)).status).toBe(200)
  expect((await listOf(server, token)).total).toBe(1)
})
