import { expect } from 'vitest'
import { roles } from '../../../contract/core/permissions.ts'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { removeFlagsEndpoint } from '../../../contract/flags/remove-flags.ts'
import { setFlagsEndpoint } from '../../../contract/flags/set-flags.ts'
import { readMap } from '../../support/mail/flag-map.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  makeOrganization,
  makeUser,
  signInAdmin,
  signInUser,
} from '../../support/worlds/factories.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'
import { savePath } from '../../support/worlds/save-user.ts'

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
}, async ({ server }) => {
  const { token } = await signInUser(server)
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

test('a red flag shows how many mails it has blocked', { tags: ['R282'] }, async ({ server }) => {
  const { user, token } = await signInUser(server)
  await add(server, token, { flag_type: 'red', value: 'spam.example' })
  await reportScans(server, user, [{ sender: 'a@spam.example' }, { sender: 'b@spam.example' }])
  expect((await listOf(server, token)).flags?.[0]?.blocked_count).toBe(2)
})

test.each([
  ['nonsense', 'value: is neither an email address nor a domain'],
  ['nul\u0000.example', 'value: holds a character that cannot be kept'],
])('the value %j is rejected by name', { tags: ['R355', 'R376'] }, async (value, detail) => {
  await using server = await createTestServer()
  const { token } = await signInUser(server)
  const answer = await add(server, token, { flag_type: 'green', value })
  expect(answer).toMatchObject({ status: 422, detail })
  expect((await listOf(server, token)).total).toBe(0)
})

test('the same value twice, or in both colours, is a conflict that names the flag', {
  tags: ['R355'],
}, async ({ server }) => {
  const { token } = await signInUser(server)
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
  const { user, token } = await signInUser(server)
  const colleague = await signInUser(server, { organizationId: user.organizationId })
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
  const { token } = await signInUser(server)
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
  const { user, token } = await signInUser(server)
  const id = await makeFlag(server, user, { flag_type: 'red', value: 'spam.example' })
  const path = `/api/flags/remove/${id}`
  expect((await server.delete(path, { token })).body).toEqual({ success: true })
  expect((await listOf(server, token)).total).toBe(0)
  const again = await server.delete(path, { token })
  expect(again).toMatchObject({ status: 404, detail: 'You have no such flag' })
})

test('users cannot read or remove the flags of a colleague, not even super admins', {
  tags: ['R343'],
}, async ({ server }) => {
  const { user, token } = await signInUser(server)
  const id = await makeFlag(server, user, { flag_type: 'red', value: 'spam.example' })
  for (const role of roles) {
    const other = await signInUser(server, { role, organizationId: user.organizationId })
    expect((await listOf(server, other.token)).flags).toEqual([])
    const answer = await server.delete(`/api/flags/remove/${id}`, { token: other.token })
    expect(answer.status).toBe(404)
    const same = { flag_type: 'green', value: 'spam.example' }
    expect((await add(server, other.token, same)).status).toBe(200)
  }
  expect((await listOf(server, token)).flags).toMatchObject([{ id, flag_type: 'red' }])
})

test.for(roles)('an %s can use flags', { tags: ['R342'] }, async (role, { server }) => {
  const { token } = await signInUser(server, { role })
  const flag = { flag_type: 'green', value: 'firm.example' }
  expect((await add(server, token, flag)).status).toBe(200)
  expect((await listOf(server, token)).total).toBe(1)
})

async function set(
  server: TestServer,
  token: string,
  flags: readonly object[],
  options: object = {},
) {
  const body = { ...options, flags: flags.map((flag, index) => ({ line: index + 1, ...flag })) }
  const answer = await server.post('/api/flags/set', { token, body })
  expect(answer.status).toBe(200)
  return answer.output(setFlagsEndpoint).rows
}

async function listOfSet(server: TestServer, token: string) {
  const answer = await server.get('/api/flags/list', { token })
  return answer.output(listFlagsEndpoint).flags ?? []
}

const blocked = { flag_type: 'red', value: 'a@spam.example' } as const

test('many flags are added at once, each judged by itself', async ({ server }) => {
  const { user, token } = await signInUser(server)
  await makeFlag(server, user, { flag_type: 'green', value: 'partner.example' })
  await makeFlag(server, user, { flag_type: 'red', value: 'known.example', reason: 'Spam' })
  const rows = [
    { ...blocked, reason: ' Too loud ' },
    { flag_type: 'red', value: 'Known.Example' },
    { flag_type: 'red', value: 'known.example.', reason: 'Other' },
    { flag_type: 'red', value: 'partner.example' },
    { flag_type: 'green', value: 'gmail.com' },
    { flag_type: 'red', value: 'nonsense' },
    { flag_type: 'blue', value: 'a.example' },
    { flag_type: 'red', value: 'b.example', expires_at: '2020-01-01' },
    { flag_type: 'red', value: 'c.example', expires_at: 'soon' },
    { flag_type: 'red', value: 'nul\u0000.example' },
  ]
  const dry = await set(server, token, rows, { dry_run: true })
  expect(await listOfSet(server, token)).toHaveLength(2)
  const written = await set(server, token, rows)
  for (const answers of [dry, written]) {
    expect(answers.map(({ line, outcome, problem }) => [line, outcome, problem?.code])).toEqual([
      [1, 'new', undefined],
      [2, 'unchanged', undefined],
      [3, 'conflict', 'repeated_flag'],
      [4, 'conflict', 'flag_exists'],
      [5, 'invalid', 'public_mail_domain'],
      [6, 'invalid', 'invalid_input'],
      [7, 'invalid', 'invalid_input'],
      [8, 'invalid', 'invalid_input'],
      [9, 'invalid', 'invalid_input'],
      [10, 'invalid', 'invalid_input'],
    ])
  }
  expect(dry[0]?.flag).toBeNull()
  expect(written[0]?.flag).toMatchObject({ value: 'a@spam.example', reason: 'Too loud' })
  const again = await set(server, token, rows)
  expect(again[0]?.outcome).toBe('unchanged')
  expect((await listOfSet(server, token)).map(({ value }) => value)).toEqual([
    'a@spam.example',
    'known.example',
    'partner.example',
  ])
})

test('a flag is replaced in one step, and what it was restores it', async ({ server }) => {
  const { user, token } = await signInUser(server)
  const expires_at = new Date(server.clock().getTime() + 86_400_000).toISOString()
  const value = 'partner.example'
  await makeFlag(server, user, { flag_type: 'green', value, reason: 'Our partner', expires_at })
  const [before] = await listOfSet(server, token)
  const [row] = await set(server, token, [{ flag_type: 'red', value }], { replaces: true })
  expect(row).toMatchObject({
    outcome: 'changed',
    changed: ['flag_type', 'reason', 'expires_at'],
    flag: { id: before?.id, flag_type: 'red', reason: null, blocked_count: 0 },
    former: { flag_type: 'green', reason: 'Our partner', expires_at },
  })
  await reportScans(server, user, [{ sender: 'a@partner.example' }])
  expect((await listOfSet(server, token))[0]?.blocked_count).toBe(1)
  const { flag_type, reason } = row?.former ?? {}
  await set(server, token, [{ flag_type, value, reason, expires_at }], { replaces: true })
  expect(await listOfSet(server, token)).toEqual([{ ...before, last_matched_on: '2026-03-15' }])
})

test('a flag that is changed gets the fields that are given, and keeps the others', async () => {
  await using server = await createTestServer()
  const { user, token } = await signInUser(server)
  const value = 'spam.example'
  await makeFlag(server, user, { flag_type: 'red', value, reason: 'Spam' })
  const red = { flag_type: 'red', value }
  const [ends] = await set(server, token, [{ ...red, expires_in_days: 7 }])
  expect(ends).toMatchObject({
    changed: ['expires_at'],
    flag: { reason: 'Spam', expires_at: '2026-03-22T10:00:00.000Z' },
  })
  const [noted] = await set(server, token, [{ ...red, reason: 'Lottery', expires_at: null }])
  expect(noted?.changed).toEqual(['reason', 'expires_at'])
  const found = await server.get('/api/flags/list?q=lottery', { token })
  expect(found.output(listFlagsEndpoint).flags).toHaveLength(1)
  const [date] = await set(server, token, [{ ...red, expires_at: '2026-04-01' }])
  expect(date?.flag?.expires_at).toBe('2026-04-01T23:59:59.999Z')
})

test('a flag may end in a moment and not at this one', async ({ server }) => {
  const { token } = await signInUser(server)
  const endingIn = async (milliseconds: number) => {
    const expires_at = new Date(server.clock().getTime() + milliseconds).toISOString()
    const [row] = await set(server, token, [{ ...blocked, expires_at }], { dry_run: true })
    return row?.outcome
  }
  expect(await endingIn(0)).toBe('invalid')
  expect(await endingIn(1)).toBe('new')
})

test('rows beyond the limit of flags are conflicts, and the others are written', async () => {
  await using server = await createTestServer({ limits: { flagsPerUser: 20 } })
  const { user, token } = await signInUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'first.example' })
  const rows = Array.from({ length: 20 }, (_, count) => ({
    flag_type: 'red',
    value: `${count}.example`,
  }))
  for (const options of [{ dry_run: true }, {}]) {
    const answers = await set(server, token, rows, options)
    expect(answers.filter(({ outcome }) => outcome === 'new')).toHaveLength(19)
    expect(answers.at(-1)).toMatchObject({
      outcome: 'conflict',
      problem: { code: 'too_many_flags', params: { max: 20 } },
    })
  }
  const ids = (await listOfSet(server, token)).map(({ id }) => id)
  expect(ids).toHaveLength(20)
  const { body } = await server.post('/api/flags/remove', { token, body: { ids } })
  expect(body).toMatchObject({ removed: expect.arrayContaining(ids) })
  expect(await listOfSet(server, token)).toEqual([])
})

test('what is set and removed at once is audited, and alters the tag of the map', async () => {
  await using server = await createTestServer()
  const { user, token } = await signInUser(server)
  const { organizationId } = user
  const tags = new Set<string>()
  const look = async () => {
    const { etag, lines } = await readMap(server, organizationId, 'red')
    tags.add(etag)
    return lines
  }
  await look()
  const [row] = await set(server, token, [blocked])
  expect(await look()).toEqual([`${user.email}|a@spam.example`])
  await set(server, token, [{ ...blocked, flag_type: 'green' }], { replaces: true })
  expect(await look()).toEqual([])
  await server.post('/api/flags/remove', { token, body: { ids: [row?.flag?.id] } })
  await look()
  expect(tags.size).toBe(4)
  const target_id = row?.flag?.id
  expect(await server.acts('flag-add', 'flag-change', 'flag-remove')).toMatchObject([
    { action: 'flag-add', target_id, detail: 'red' },
    { action: 'flag-change', target_id, detail: 'flag_type' },
    { action: 'flag-remove', target_id, detail: '' },
  ])
})

test("users neither change nor remove a colleague's flags", async ({ server }) => {
  const { user, token } = await signInUser(server)
  const colleague = await signInUser(server, { organizationId: user.organizationId })
  const id = await makeFlag(server, user, { ...blocked, reason: 'Mine' })
  const [own] = await set(server, colleague.token, [blocked], { replaces: true })
  expect(own).toMatchObject({ outcome: 'new', former: null, flag: { reason: null } })
  const ids = [id, own?.flag?.id, 'unknown']
  const answer = await server.post('/api/flags/remove', { token: colleague.token, body: { ids } })
  expect(answer.output(removeFlagsEndpoint).removed).toEqual([own?.flag?.id])
  const again = await server.post('/api/flags/remove', { token: colleague.token, body: { ids } })
  expect(again.output(removeFlagsEndpoint).removed).toEqual([])
  expect(await listOfSet(server, token)).toMatchObject([{ id, reason: 'Mine' }])
})

test('more flags than a statement of PostgreSQL has parameters for move with their user, as they are', async ({
  server,
}) => {
  const user = await makeUser(server)
  await makeFlag(server, user, {
    flag_type: 'green',
    value: 'partner.example',
    reason: 'It’s "ours"',
  })
  const flags = server.database.selectFrom('flags').selectAll().where('user_id', '=', user.id)
  const before = await flags.executeTakeFirstOrThrow()
  const more = Array.from({ length: 6000 }, (_, at) => ({
    ...before,
    id: `${at}`,
    value: `${at}.example`,
  }))
  for (let at = 0; at < more.length; at += 1000)
    await server.database
      .insertInto('flags')
      .values(more.slice(at, at + 1000))
      .execute()
  const organization_id = await makeOrganization(server)
  const { id, username, email } = user
  const fields = { id, username, email, full_name: 'Rania', role: 'employee', organization_id }
  const { token } = await signInAdmin(server)
  const moved = await server.post(savePath, { token, body: fields })
  expect(moved.status).toBe(200)
  const after = await flags.where('organization_id', '=', organization_id).execute()
  expect(after).toHaveLength(1 + more.length)
  expect(after.find(({ id }) => id === before.id)).toEqual({ ...before, organization_id })
})
