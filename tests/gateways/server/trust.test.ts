import { expect, test } from 'vitest'
import { dmarcPassed, makeReport, makeSymbol } from '../../support/mail/rspamd.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeFlag, makeGatewayKey, makeUser } from '../../support/worlds/factories.ts'
import { inEnglish } from '../../support/worlds/in-english.ts'

async function setUp(server: TestServer, flag_type: 'green' | 'red' = 'green') {
  const rania = await makeUser(server, { email: 'rania@firm.example' })
  const { organizationId } = rania
  const omar = await makeUser(server, { organizationId, email: 'omar@firm.example' })
  const token = await makeGatewayKey(server, organizationId)
  await makeFlag(server, rania, { flag_type, value: 'sender.example' })
  return async (overrides: Parameters<typeof makeReport>[0]) => {
    const body = makeReport({ rcpt: [rania.email, omar.email], ...overrides })
    const answer = await server.post('/api/rspamd', { token, body })
    expect(answer.body).toEqual({ success: true, taken: 2, ignored: 0 })
    const rows = await server.database.selectFrom('scans').selectAll().execute()
    const of = (id: string) => rows.map(inEnglish).find(({ user_id }) => user_id === id)
    return { rania: of(rania.id), omar: of(omar.id) }
  }
}

test("a green flag makes suspicious mail of a proven sender safe, in its own recipient's mail only", async () => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const { rania, omar } = await report({
    action: 'add header',
    symbols: [makeSymbol('PHISHING'), dmarcPassed],
  })
  expect(rania).toMatchObject({ threat_level: 'safe' })
  expect(omar).toMatchObject({ threat_level: 'suspicious' })
})

test.each([
  ['nothing', []],
  ['SPF and DKIM alone', [makeSymbol('R_SPF_ALLOW'), makeSymbol('R_DKIM_ALLOW')]],
  ['DMARC that failed', [makeSymbol('DMARC_POLICY_SOFTFAIL', { options: ['sender.example'] })]],
  ['no policy', [makeSymbol('DMARC_NA', { options: ['sender.example'] })]],
  ['DMARC of another domain', [{ ...dmarcPassed, options: ['other.example', 'none'] }]],
  ['DMARC of a subdomain', [{ ...dmarcPassed, options: ['mail.sender.example', 'none'] }]],
  ['DMARC of a longer name', [{ ...dmarcPassed, options: ['der.example', 'none'] }]],
  ['contradictory DMARC', [dmarcPassed, makeSymbol('DMARC_POLICY_REJECT', { score: 0 })]],
])('a green flag does nothing where %s proves the sender', async (_, proof) => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const { rania } = await report({ symbols: [makeSymbol('PHISHING'), ...proof] })
  expect(rania).toMatchObject({
    threat_level: 'suspicious',
    detection_reason: expect.stringMatching(/^You trust this sender, but nothing proves/),
  })
})

test.each([
  ['a proving symbol', { symbols: [makeSymbol('CLAM_VIRUS'), dmarcPassed] }],
  ['a rejection', { action: 'reject', symbols: [dmarcPassed] }],
  ['a discarded mail', { action: 'discard', symbols: [dmarcPassed] }],
])('a green flag does nothing against %s', async (_, overrides) => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const { rania, omar } = await report(overrides)
  expect(rania).toMatchObject({
    threat_level: 'malicious',
    detection_reason: expect.stringMatching(
      /^You trust this sender, but the mail itself looks dangerous: /,
    ),
  })
  expect(omar).toMatchObject({ threat_level: 'malicious' })
})

test.each([
  ['of the parent domain', ['Some One <someone@sender.example>'], ['example', 'none']],
  ['written in capitals', ['Some One <someone@SENDER.example>'], ['Sender.EXAMPLE', 'none']],
  ['without a domain', ['Some One <someone@sender.example>'], []],
])('a policy %s proves the only sender', async (_, header_from, options) => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const symbols = [makeSymbol('PHISHING'), { ...dmarcPassed, options }]
  expect((await report({ header_from, symbols })).rania).toMatchObject({ threat_level: 'safe' })
})

test.each([
  ['boss@sender.example, <evil@elsewhere.example>', ['elsewhere.example', 'none']],
  ['boss@sender.example, Boss <evil@elsewhere.example>', ['elsewhere.example', 'none']],
  ['boss@sender.example, <evil@elsewhere.example>', []],
])('the display name %j does not borrow trust with the DMARC of %j', async (from, options) => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const symbols = [makeSymbol('PHISHING'), { ...dmarcPassed, options }]
  const { rania } = await report({ header_from: [from], symbols })
  expect(rania).toMatchObject({ threat_level: 'suspicious' })
  if (options.length > 0) expect(rania?.sender_domain).toBe('elsewhere.example')
})

test('the domain of a policy that failed also tells which address is the sender', async () => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const options = ['elsewhere.example : No valid SPF, No valid DKIM', 'reject']
  const { rania } = await report({
    header_from: ['boss@sender.example, <evil@elsewhere.example>'],
    symbols: [makeSymbol('DMARC_POLICY_REJECT', { options })],
  })
  expect(rania).toMatchObject({ sender_domain: 'elsewhere.example', threat_level: 'suspicious' })
})

test('a red flag makes mail malicious, and says if it was delivered all the same', async () => {
  await using server = await createTestServer()
  const report = await setUp(server, 'red')
  const { rania, omar } = await report({ symbols: [dmarcPassed] })
  expect(rania).toMatchObject({
    threat_level: 'malicious',
    detection_reason: 'You blocked this sender, but the mail was delivered',
    email_subject: '',
  })
  expect(omar).toMatchObject({ threat_level: 'safe', email_subject: 'A subject' })
})
