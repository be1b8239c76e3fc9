import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkMailEndpoint } from '../../../contract/emails/check-mail.ts'
import { listen } from '../../../server/listen.ts'
import { harmless, startRspamdStandIn } from '../../support/mail/rspamd.ts'
import { openConnection } from '../../support/server/client.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { times, until } from '../../support/until.ts'
import { makeOrganization, signInUser } from '../../support/worlds/factories.ts'

const path = '/api/mail-checks'

const rspamd = await startRspamdStandIn()
afterAll(() => rspamd[Symbol.asyncDispose]())
beforeEach(() => {
  rspamd.scans.length = 0
  rspamd.probes.length = 0
  rspamd.exporters = []
  rspamd.answer = harmless
})

function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}

const mail = bytes('From: a@b.example\r\nSubject: Hello \xe9\r\n\r\nHello\r\n')
const phishing = {
  action: 'reject',
  symbols: { PHISHING: { score: 4, options: ['bank.example->thief.example'] } },
}

function createServerWithFilter(url: string | null = rspamd.url) {
  return createTestServer({ services: { rspamdUrl: url } })
}

function keptChecks({ database }: TestServer) {
  return database.selectFrom('mail_checks').selectAll().orderBy('id').execute()
}

test('a checked mail gets a verdict, and only that it was checked is kept', async () => {
  await using server = await createServerWithFilter()
  const { user, token } = await signInUser(server)
  rspamd.answer = phishing
  const answer = await server.post(path, { token, body: mail })
  expect(answer.status).toBe(200)
  const { id, threat_level, unchecked } = answer.output(checkMailEndpoint)
  expect(threat_level).toBe('malicious')
  expect(unchecked).toEqual(['spf', 'address_lists', 'dkim', 'no_text'])
  // The bytes arrive as they were sent.
  expect(rspamd.scans[0]?.body.equals(mail)).toBe(true)
  expect(await keptChecks(server)).toEqual([
    {
      id,
      user_id: user.id,
      organization_id: user.organizationId,
      checked_at: server.clock().toISOString(),
      threat_level: 'malicious',
    },
  ])
  for (const table of ['scans', 'scan_totals', 'organization_totals', 'monthly_scans'] as const) {
    expect(await server.database.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
  expect(server.logged.join()).not.toContain('Hello')
})

test('rspamd is asked without recipient and log, and every rule that passes mail on is disabled', async () => {
  await using server = await createServerWithFilter()
  const { token } = await signInUser(server)
  rspamd.exporters = ['EXPORT_METADATA_AMAN', 'EXPORT_METADATA_Ärger 2', 'CRM_STORE']
  expect((await server.post(path, { token, body: mail })).status).toBe(200)
  const [scan] = rspamd.scans
  expect(scan?.disabled).toEqual(expect.arrayContaining(rspamd.exporters))
  expect(scan?.headers).toMatchObject({ log: 'no' })
  for (const name of ['rcpt', 'deliver-to', 'from', 'ip', 'helo', 'user']) {
    expect(scan?.headers).not.toHaveProperty(name)
  }
  // The first finds them, the second shows that they no longer run.
  expect(rspamd.probes).toHaveLength(2)
  await server.post(path, { token, body: mail })
  expect(rspamd.probes).toHaveLength(2)
  server.clock.pass(6 * 60_000)
  rspamd.exporters.push('EXPORT_METADATA_NEW')
  await server.post(path, { token, body: mail })
  expect(rspamd.scans.at(-1)?.disabled).toContain('EXPORT_METADATA_NEW')
})

test('a rule that appears between two looks is noticed and disabled from then on', async () => {
  await using server = await createServerWithFilter()
  const { token } = await signInUser(server)
  await server.post(path, { token, body: mail })
  rspamd.exporters = ['EXPORT_METADATA_NEW']
  await server.post(path, { token, body: mail })
  expect(server.logged.join()).toContain('EXPORT_METADATA_NEW')
  await server.post(path, { token, body: mail })
  expect(rspamd.scans.at(-1)?.disabled).toContain('EXPORT_METADATA_NEW')
})

test('an rspamd that passes mail on whatever it is told gets no mail of a user', async () => {
  await using server = await createServerWithFilter()
  const { token } = await signInUser(server)
  rspamd.answer = { ...harmless, profile: { EXPORT_METADATA_AMAN: 1 } }
  const answer = await server.post(path, { token, body: mail })
  expect(answer).toMatchObject({ status: 502, code: 'filter_failed' })
  // An rspamd that does not say what ran cannot be trusted either.
  rspamd.answer = { ...harmless, profile: undefined }
  expect((await server.post(path, { token, body: mail })).code).toBe('filter_failed')
  expect(rspamd.scans).toEqual([])
})

test.each([
  ['nothing', ''],
  ['text', 'Hello, is this one dangerous?\n\nRegards'],
  ['HTML', '<!doctype html>\n<p>From: a@b.example</p>\n\n'],
  ['a PDF', '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n\n'],
  ['headers of something else', 'Name: value\r\nOther: value\r\n\r\nbody'],
  ['headers without an end', 'From: a@b.example\r\nSubject: x'],
  ['a line that is no header', 'From: a@b.example\r\nnonsense\r\n\r\nbody'],
  ['a folded first line', ' From: a@b.example\r\n\r\nbody'],
  ['a picture', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\r\n\r\nFrom: a@b.example'],
  ['header lines without an end in sight', `From: a@b.example\r\n${'X: y\r\n'.repeat(50_000)}\r\n`],
])('%s is rejected before rspamd sees it', async (_, text) => {
  await using server = await createServerWithFilter()
  const { token } = await signInUser(server)
  const answer = await server.post(path, { token, body: bytes(text) })
  expect(answer).toMatchObject({ status: 422, code: 'not_a_mail' })
  expect(rspamd.scans).toEqual([])
})

test.each([
  ['line feeds alone', 'From: a@b.example\nSubject: x\n\nbody'],
  ['no body', 'Received: by x\r\n\r\n'],
  ['folded lines', 'Subject: a\r\n b\r\nFROM : a@b.example\r\n\r\n'],
  ['the first line of a mailbox', 'From a@b.example Sat Mar  1\nFrom: a@b.example\n\nx'],
  ['a byte order mark', '\xef\xbb\xbfFrom: a@b.example\n\nx'],
])('a mail with %s is taken', async (_, text) => {
  await using server = await createServerWithFilter()
  const { token } = await signInUser(server)
  expect((await server.post(path, { token, body: bytes(text) })).status).toBe(200)
})

test('a body of another type or above 10 MB is rejected, one of 10 MB is not', async () => {
  await using server = await createServerWithFilter()
  const { token } = await signInUser(server)
  for (const type of ['application/json', 'text/plain', 'multipart/form-data']) {
    const answer = await server.post(path, { token, body: mail, headers: { 'content-type': type } })
    expect(answer).toMatchObject({ status: 415, code: 'unsupported_body' })
  }
  const large = new Uint8Array(10_000_000).fill(120)
  large.set(mail)
  expect((await server.post(path, { token, body: large })).status).toBe(200)
  expect(rspamd.scans[0]?.body).toHaveLength(10_000_000)
  const larger = new Uint8Array(10_000_001).fill(120)
  larger.set(mail)
  expect(await server.post(path, { token, body: larger })).toMatchObject({
    status: 413,
    params: { max_bytes: 10_000_000 },
  })
})

test('a user checks ten mails in ten minutes, and an eleventh when the first is ten minutes old', async () => {
  await using server = await createServerWithFilter()
  const { user, token } = await signInUser(server)
  for (let checked = 0; checked < 9; checked += 1) {
    expect((await server.post(path, { token, body: mail })).status).toBe(200)
    server.clock.pass(30_000)
  }
  // A file that is no mail counts as well.
  expect((await server.post(path, { token, body: bytes('x') })).status).toBe(422)
  const refused = await server.post(path, { token, body: mail })
  expect(refused).toMatchObject({ status: 429, code: 'too_many_checks' })
  expect(refused.headers.get('retry-after')).toBe(String(10 * 60 - 9 * 30))
  expect(rspamd.scans).toHaveLength(9)
  const other = await signInUser(server)
  expect((await server.post(path, { token: other.token, body: mail })).status).toBe(200)
  server.clock.pass(10 * 60_000 - 9 * 30_000)
  expect((await server.post(path, { token, body: mail })).status).toBe(200)
  expect((await keptChecks(server)).filter(({ user_id }) => user_id === user.id)).toHaveLength(11)
})

test('checks at the same moment do not pass the limit together', async () => {
  await using server = await createServerWithFilter()
  const { token } = await signInUser(server)
  const rounds = []
  for (let round = 0; round < 9; round += 1) {
    rounds.push(...(await times(2, () => server.post(path, { token, body: mail }))))
  }
  expect(rounds.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(rounds.filter(({ status }) => status === 429)).toHaveLength(8)
})

test('two mails are with rspamd at once, six of an organization wait, and its next is put off', async () => {
  await using server = await createServerWithFilter()
  const released = Promise.withResolvers<void>()
  let now = 0
  let most = 0
  rspamd.answer = async (response) => {
    now += 1
    most = Math.max(most, now)
    await released.promise
    now -= 1
    response.end(JSON.stringify({ ...harmless, profile: {} }))
  }
  const organizationId = await makeOrganization(server)
  const people = await times(9, () => signInUser(server, { organizationId }))
  const first = people.slice(0, 2).map(({ token }) => server.post(path, { token, body: mail }))
  expect(await until(() => now === 2)).toBe(true)
  const rest = people.slice(2).map(({ token }) => server.post(path, { token, body: mail }))
  const putOff = await Promise.race(rest)
  expect(putOff).toMatchObject({ status: 503, code: 'checks_busy' })
  expect(putOff.headers.get('retry-after')).toBe('5')
  const other = await signInUser(server)
  const next = server.post(path, { token: other.token, body: mail })
  expect(await until(async () => (await keptChecks(server)).length === 9)).toBe(true)
  released.resolve()
  expect((await next).status).toBe(200)
  const answers = await Promise.all([...first, ...rest])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(8)
  expect(most).toBe(2)
})

test('one user has two checks at once, and another of the same organization is not put off', async () => {
  await using server = await createServerWithFilter()
  const released = Promise.withResolvers<void>()
  rspamd.answer = async (response) => {
    await released.promise
    response.end(JSON.stringify({ ...harmless, profile: {} }))
  }
  const organizationId = await makeOrganization(server)
  const [hasty, calm] = await times(2, () => signInUser(server, { organizationId }))
  let refused = 0
  const check = async (person = hasty) => {
    const answer = await server.post(path, { token: person?.token ?? '', body: mail })
    if (answer.status === 503) refused += 1
    return answer
  }
  const many = times(8, () => check())
  const one = check(calm)
  // The number of kept checks passes 3 on its way up, too.
  expect(await until(() => refused === 6)).toBe(true)
  released.resolve()
  expect((await one).status).toBe(200)
  const statuses = (await many).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  expect(statuses.filter((status) => status === 503)).toHaveLength(6)
})

test('slow uploads of one user do not delay other users', async () => {
  await using server = await createServerWithFilter(null)
  const { url, close } = await listen(server.app, { host: '127.0.0.1', port: 0, siteDirectory: '' })
  const [slow, other] = [await signInUser(server), await signInUser(server)]
  const sockets = await times(10, async () => {
    const socket = await openConnection(Number(new URL(url).port))
    const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${slow.token}\r\nContent-Type: message/rfc822\r\nContent-Length: 9000000\r\n\r\n`
    socket.write(head + mail)
    return socket
  })
  expect(await until(async () => (await keptChecks(server)).length === 10)).toBe(true)
  expect((await server.post(path, { token: other.token, body: mail })).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await close()
})

test('a mail made from a file of Outlook may have 14 MB', async () => {
  await using server = await createServerWithFilter()
  const { token } = await signInUser(server)
  const body = Buffer.concat([mail, Buffer.alloc(13_900_000, 'x')])
  const headers = { 'content-type': 'message/rfc822; converted=yes' }
  expect((await server.post(path, { token, body, headers })).status).toBe(200)
})

test('an rspamd that is down is a 503 that does not count', async () => {
  await using server = await createServerWithFilter('http://127.0.0.1:9')
  const { token } = await signInUser(server)
  for (let tries = 0; tries < 12; tries += 1) {
    const answer = await server.post(path, { token, body: mail })
    expect(answer).toMatchObject({ status: 503, code: 'filter_unavailable' })
    expect(answer.headers.get('retry-after')).toBe('10')
  }
  expect(await keptChecks(server)).toEqual([])
  expect(server.logged.join()).toContain('rspamd does not answer')
})

const profile = {}
test.each([
  ['a failure', 503, (response) => response.writeHead(500).end('no')],
  ['a redirect', 503, (response) => response.writeHead(307, { location: '/checkv2' }).end()],
  ['a connection that breaks', 503, (response) => response.destroy()],
  ['text', 502, (response) => response.end('pong')],
  ['nothing', 502, (response) => response.end()],
  ['a list', 502, (response) => response.end('[]')],
  [
    'symbols of another kind',
    502,
    (response) => response.end(JSON.stringify({ ...harmless, profile, symbols: [1] })),
  ],
  [
    'a verdict on no symbols',
    502,
    (response) => response.end(JSON.stringify({ ...harmless, profile, symbols: {} })),
  ],
  [
    'a skipped mail',
    502,
    (response) => response.end(JSON.stringify({ ...harmless, profile, is_skipped: true })),
  ],
  [
    'three megabytes',
    502,
    (response) =>
      response.end(JSON.stringify({ ...harmless, profile, more: 'x'.repeat(3_000_000) })),
  ],
] satisfies [string, number, (response: import('node:http').ServerResponse) => void][])(
  'an rspamd that answers with %s is a %i with a message, and the check does not count',
  async (_, status, answer) => {
    await using server = await createServerWithFilter()
    const { token } = await signInUser(server)
    rspamd.answer = (response) => void answer(response)
    const failed = await server.post(path, { token, body: mail })
    expect(failed.status).toBe(status)
    expect(failed.code).toBe(status === 503 ? 'filter_unavailable' : 'filter_failed')
    expect(await keptChecks(server)).toEqual([])
  },
)

test('nothing that rspamd answers comes to the user as it is', async () => {
  await using server = await createServerWithFilter()
  const { token } = await signInUser(server)
  const evil = '<img src=x onerror=alert(1)>\u202e'
  rspamd.answer = JSON.parse(
    JSON.stringify({
      action: evil,
      symbols: { [evil]: { score: 99, group: evil, description: evil, options: [evil] } },
      words: { smtp_message: evil },
    }).replace('"action"', '"__proto__":{"threat_level":"safe"},"action"'),
  )
  const answer = await server.post(path, { token, body: mail })
  expect(answer.text).not.toMatch(/onerror|\u202e/)
  // An action of the operator's own making is not safe.
  expect(answer.output(checkMailEndpoint).threat_level).not.toBe('safe')
})

test('without a mail filter the judge alone checks, and says that no filter did', async () => {
  await using server = await createServerWithFilter(null)
  const { token } = await signInUser(server)
  const check = async (body: Uint8Array) =>
    (await server.post(path, { token, body })).output(checkMailEndpoint)
  const dangerous = await check(
    bytes(
      'From: PayPal <service@paypa1-secure.top>\r\nSubject: Your account has been limited\r\nContent-Type: text/html\r\n\r\n<p>Verify your account within 24 hours.</p><a href="https://k3j2h4.web.app/login">Verify now</a>\r\n',
    ),
  )
  expect(dangerous.threat_level).toBe('suspicious')
  expect(dangerous.detection_reason).toBe(
    'The sender uses the name “PayPal”, but writes from paypa1-secure.top',
  )
  expect(dangerous.unchecked).toEqual(['spf', 'address_lists', 'dkim', 'filter'])
  const honest = await check(
    bytes(
      'From: Lena Weber <lena@supplier.example>\r\nTo: rania@clinic.example\r\nSubject: Minutes of Tuesday\r\n\r\nGood morning Rania, here are the minutes of our meeting on Tuesday. Kind regards, Lena\r\n',
    ),
  )
  expect(honest).toMatchObject({ threat_level: 'safe', detection_reason: '', indicators: [] })
  expect(honest.supporting).toContain('Sender, links and layout resemble those of honest email')
  expect(rspamd.scans).toEqual([])
})

test('of the filter and the judge the stricter counts, in both directions', async () => {
  await using server = await createServerWithFilter()
  const { token } = await signInUser(server)
  const check = async (body: Uint8Array) =>
    (await server.post(path, { token, body })).output(checkMailEndpoint)
  const marked = bytes(
    'From: PayPal <service@paypa1-secure.top>\r\nSubject: Your account has been limited\r\nContent-Type: text/html\r\n\r\n<p>Verify your account within 24 hours.</p><a href="https://k3j2h4.web.app/login">Verify now</a>\r\n',
  )
  expect(await check(marked)).toMatchObject({
    threat_level: 'suspicious',
    detection_reason: 'The sender uses the name “PayPal”, but writes from paypa1-secure.top',
  })
  rspamd.answer = phishing
  const both = await check(marked)
  expect(both.threat_level).toBe('malicious')
  expect(both.detection_reason).toBe('A link shows one address and opens another')
  expect(both.indicators).toContain(
    'The sender uses the name “PayPal”, but writes from paypa1-secure.top',
  )
  expect((await check(mail)).threat_level).toBe('malicious')
})
