import { expect, test } from 'vitest'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { showFlagEvidenceEndpoint } from '../../../contract/flags/show-flag-evidence.ts'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeFlag, makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

async function setUp(server: TestServer) {
  const user = await makeUser(server)
  const token = await makeSession(server, user)
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

test('a user sees how much dangerous mail a domain has sent them', async () => {
  await using server = await createTestServer()
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
