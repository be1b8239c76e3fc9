import { expect } from 'vitest'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { setFlagsEndpoint } from '../../../contract/flags/set-flags.ts'
import { showFlagEvidenceEndpoint } from '../../../contract/flags/show-flag-evidence.ts'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { readMap } from '../../support/mail/flag-map.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeSession, makeUser, signInUser } from '../../support/worlds/factories.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'

async function setUp(server: TestServer) {
  const { user, token } = await signInUser(server)
  return {
    user,
    evidenceOf: async (value: string) => {
      const query = new URLSearchParams({ value })
      const answer = await server.get(`/api/flags/evidence?${query}`, { token })
      expect(answer.status, answer.text).toBe(200)
      return answer.output(showFlagEvidenceEndpoint).dangerous_emails
    },
    add: (flag_type: 'green' | 'red', value: string) =>
      server.post('/api/flags/add', { token, body: { flag_type, value, reason: null } }),
  }
}

test('a user sees how much dangerous mail a domain has sent them', async ({ server }) => {
  const { user, evidenceOf } = await setUp(server)
  const colleague = await makeUser(server, { organizationId: user.organizationId })
  const sender = 'a@shop.example'
  await reportScans(server, user, [
    { sender, threat_level: 'malicious' },
    { sender: 'b@shop.example', threat_level: 'suspicious' },
    { sender },
    { sender: 'a@sub.shop.example', threat_level: 'malicious' },
    { sender, threat_level: 'malicious', recipient: colleague.email },
  ])
  expect(await evidenceOf('Shop.example.')).toBe(2)
  expect(await evidenceOf('c@shop.example')).toBe(2)
  expect(await evidenceOf('other.example')).toBe(0)
})

test('for a public mail provider only whole addresses can be trusted, and the error says so', async () => {
  await using server = await createTestServer()
  const { add } = await setUp(server)
  for (const domain of ['gmail.com', 'outlook.com', 'web.de', 'maktoob.com']) {
    expect(await add('green', domain)).toMatchObject({
      status: 422,
      detail: `Anyone can have an address at ${domain}. Trust a whole address instead, for instance name@${domain}.`,
    })
  }
  expect((await add('green', 'GMAIL.com.')).status).toBe(422)
  expect((await add('green', 'name@gmail.com')).status).toBe(200)
  expect((await add('red', 'gmail.com')).status).toBe(200)
  expect((await add('green', 'partner.example')).status).toBe(200)
})

test('the operator can allow users to trust such a domain', async () => {
  const { trustablePublicMail } = readConfiguration({ PUBLIC_MAIL_EXCEPTIONS: 'Web.de, gmx.net.' })
  expect(trustablePublicMail).toEqual(['web.de', 'gmx.net'])
  await using server = await createTestServer({ services: { trustablePublicMail } })
  const { add } = await setUp(server)
  expect((await add('green', 'web.de')).status).toBe(200)
  expect((await add('green', 'gmail.com')).status).toBe(422)
  expect(() => readConfiguration({ PUBLIC_MAIL_EXCEPTIONS: 'not a domain' })).toThrow(
    'PUBLIC_MAIL_EXCEPTIONS',
  )
})

test.each([
  ['changes nothing', 'gmail.com', 'suspicious'],
  ['still trusts one address', 'a@gmail.com', 'safe'],
  ['applies where the operator made an exception', 'web.de', 'safe'],
] as const)('an older green flag on public mail %s: %s', async (_title, value, threat_level) => {
  await using server = await createTestServer({ services: { trustablePublicMail: ['web.de'] } })
  const { user } = await setUp(server)
  await makeFlag(server, user, { flag_type: 'green', value })
  const sender = value.includes('@') ? value : `a@${value}`
  const scans = await reportScans(server.services, user, [{ sender, threat_level: 'suspicious' }])
  expect(scans).toMatchObject([{ threat_level }])
})

test('the list marks the flags without effect, and only those', async () => {
  await using server = await createTestServer({ services: { trustablePublicMail: ['web.de'] } })
  const { user } = await setUp(server)
  const token = await makeSession(server, user)
  await makeFlag(server, user, { flag_type: 'green', value: 'gmail.com' })
  await makeFlag(server, user, { flag_type: 'green', value: 'a@gmail.com' })
  await makeFlag(server, user, { flag_type: 'green', value: 'web.de' })
  await makeFlag(server, user, { flag_type: 'green', value: 'partner.example' })
  await makeFlag(server, user, { flag_type: 'red', value: 'outlook.com' })
  const { flags } = (await server.get('/api/flags/list', { token })).output(listFlagsEndpoint)
  const fields = flags?.map((flag) => [flag.value, 'is_ignored' in flag && flag.is_ignored])
  expect(Object.fromEntries(fields ?? [])).toEqual({
    'gmail.com': true,
    'a@gmail.com': false,
    'web.de': false,
    'partner.example': false,
    'outlook.com': false,
  })
})

test('a green flag without effect does not protect the domain from a red flag above it', async () => {
  await using server = await createTestServer()
  const { user } = await setUp(server)
  await makeFlag(server, user, { flag_type: 'green', value: 'yahoo.co.uk' })
  await makeFlag(server, user, { flag_type: 'red', value: 'co.uk' })
  const scans = await reportScans(server, user, [{ sender: 'a@yahoo.co.uk' }])
  expect(scans).toMatchObject([{ threat_level: 'malicious' }])
})

const secondMs = 1000

/** A user with a red flag that ends in a minute, and one that stays. */
async function setScene(server: TestServer) {
  const { user, token } = await signInUser(server)
  const expires_at = new Date(server.clock().getTime() + 60 * secondMs).toISOString()
  const ending = await makeFlag(server, user, {
    flag_type: 'red',
    value: 'ends.example',
    expires_at,
  })
  await makeFlag(server, user, { flag_type: 'red', value: 'stays.example' })
  return { user, token, ending }
}

async function list(server: TestServer, token: string, query = '') {
  const answer = await server.get(`/api/flags/list${query}`, { token })
  const { flags, total, red_count } = answer.output(listFlagsEndpoint)
  return { values: flags?.map(({ value }) => value), total, red_count }
}

test('a flag has its effect up to its end, and none from that moment on', async ({ server }) => {
  const { user, token, ending } = await setScene(server)
  const levels = async () => {
    const taken = await reportScans(server, user, [
      { sender: 'a@ends.example', threat_level: 'safe' },
      { sender: 'a@stays.example', threat_level: 'safe' },
    ])
    return taken.map(({ threat_level }) => threat_level)
  }
  server.clock.pass(60 * secondMs - 1)
  expect(await levels()).toEqual(['malicious', 'malicious'])
  expect(await list(server, token)).toMatchObject({ total: 2, red_count: 2 })
  server.clock.pass(1)
  expect(await levels()).toEqual(['safe', 'malicious'])
  const left = { values: ['stays.example'], total: 1, red_count: 1 }
  expect(await list(server, token)).toEqual(left)
  expect(await list(server, token, '?limit=10')).toEqual(left)
  expect(await list(server, token, '?q=ends')).toEqual({ ...left, values: [] })
  const senders = { senders: ['a@ends.example'] }
  expect((await server.post('/api/flags/senders', { token, body: senders })).body).toMatchObject({
    senders: [{ flag: null }],
  })
  expect((await server.delete(`/api/flags/remove/${ending}`, { token })).status).toBe(404)
  const removal = await server.post('/api/flags/remove', { token, body: { ids: [ending] } })
  expect(removal.body).toMatchObject({ removed: [] })
})

test('the map loses a flag at its end and gets another tag, which no housekeeping needs', async () => {
  await using server = await createTestServer()
  const { user, ending } = await setScene(server)
  const look = async () => readMap(server, user.organizationId, 'red')
  const before = await look()
  expect(before.lines).toHaveLength(2)
  server.clock.pass(60 * secondMs - 1)
  expect((await look()).etag).toBe(before.etag)
  server.clock.pass(1)
  const headers = { 'if-none-match': before.etag }
  const after = await readMap(server, user.organizationId, 'red', { headers })
  expect(after.status).toBe(200)
  expect(after.lines).toEqual([`${user.email}|stays.example`])
  expect(after.etag).not.toBe(before.etag)
  const unchanged = await look()
  expect(unchanged.etag).toBe(after.etag)
  await runHousekeeping(server.services)
  const ids = await server.database.selectFrom('flags').select('id').execute()
  expect(ids.map(({ id }) => id)).not.toContain(ending)
  expect(ids).toHaveLength(1)
  expect((await look()).etag).toBe(after.etag)
})

test('a value whose flag has ended can be flagged again, in either colour', async () => {
  await using server = await createTestServer({ limits: { flagsPerUser: 2 } })
  const { token } = await setScene(server)
  const body = { flag_type: 'green', value: 'ends.example' }
  expect((await server.post('/api/flags/add', { token, body })).status).toBe(409)
  server.clock.pass(60 * secondMs)
  expect((await server.post('/api/flags/add', { token, body })).status).toBe(200)
  expect((await list(server, token)).values).toEqual(['ends.example', 'stays.example'])
})

test('a flag knows the day on which it last decided about a mail', async ({ server }) => {
  const { user } = await setScene(server)
  await makeFlag(server, user, { flag_type: 'green', value: 'a@stays.example' })
  const matches = async () => {
    const token = await makeSession(server, user)
    const answer = await server.get('/api/flags/list', { token })
    const { flags } = answer.output(listFlagsEndpoint)
    return Object.fromEntries(flags?.map((flag) => [flag.value, flag.last_matched_on]) ?? [])
  }
  await reportScans(server, user, [{ sender: 'a@stays.example' }])
  expect(await matches()).toEqual({ 'a@stays.example': '2026-03-15' })
  server.clock.pass(86_400 * secondMs)
  await reportScans(server, user, [{ sender: 'b@stays.example' }, { sender: 'c@stays.example' }])
  expect(await matches()).toEqual({
    'a@stays.example': '2026-03-15',
    'stays.example': '2026-03-16',
  })
  server.clock.pass(86_400 * secondMs)
  await reportScans(server, user, [{ sender: 'b@stays.example' }])
  expect(await matches()).toMatchObject({ 'stays.example': '2026-03-17' })
})

async function signedIn(server: TestServer) {
  const { token } = await signInUser(server)
  const add = (value: string, flag_type = 'red') =>
    server.post('/api/flags/add', { token, body: { flag_type, value } })
  return { token, add }
}

test.for(['co.uk', 'CO.UK.', '公司.cn'])(
  'the suffix %s of a registry is no flag',
  async (value, { server }) => {
    const { token, add } = await signedIn(server)
    for (const flag_type of ['red', 'green']) {
      const answer = await add(value, flag_type)
      expect(answer, flag_type).toMatchObject({ status: 422, code: 'registry_suffix' })
    }
    const body = { flags: [{ line: 1, flag_type: 'red', value }] }
    const set = await server.post('/api/flags/set', { token, body })
    expect(set.output(setFlagsEndpoint).rows).toMatchObject([
      { outcome: 'invalid', problem: { code: 'registry_suffix' } },
    ])
  },
)

test.each([
  ['github.io', 'github.io'],
  ['evil.co.uk', 'evil.co.uk'],
  ['www.evil.example', 'evil.example'],
  ['www.evil.co.uk', 'evil.co.uk'],
  // Anyone may have a name there, and 'www' is one.
  ['www.co.uk', 'www.co.uk'],
  ['www.github.io', 'www.github.io'],
])('a flag on %s is for %s, and the answer says so', async (typed, value) => {
  await using server = await createTestServer()
  const { token, add } = await signedIn(server)
  const answer = (await add(typed)).output(addFlagEndpoint)
  expect(answer.value).toBe(value === typed ? undefined : value)
  const list = await server.get('/api/flags/list', { token })
  expect(list.output(listFlagsEndpoint).flags).toMatchObject([{ value }])
})
