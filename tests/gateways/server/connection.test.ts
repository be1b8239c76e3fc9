import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect } from 'vitest'
import { connectionProviders } from '../../../contract/gateways/connection.ts'
import { showConnectionEndpoint } from '../../../contract/gateways/show-connection.ts'
import { showReasons } from '../../../server/emails/sentences/sentence.ts'
import {
  connectionFiles,
  keyPlaceholders,
} from '../../../server/gateways/rspamd/files/connection-files.ts'
import { root } from '../../../tools/scripts/run-command.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeUser, signInAdmin } from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeOperatorKey } from '../../support/worlds/mail-factories.ts'

const origin = 'https://aman.firm.example'

test.each(connectionProviders)(
  'the files for %s name the address and stand-ins for keys, each file under a name of its own',
  (provider) => {
    const files = connectionFiles({ provider, origin })
    const text = files.map((file) => file.text).join('\n')
    expect(text).toContain(keyPlaceholders.report)
    expect(text).toContain('aman.firm.example/api/')
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
    for (const { note, text: lines } of files) {
      expect(note).not.toBe('')
      expect(lines.endsWith('\n')).toBe(true)
    }
  },
)

test('given keys stand where they belong, and only there', () => {
  const keys = {
    reportKey: 'aman_gateway_R-1',
    flagsKey: 'aman_gateway_F-2',
    analyseKey: 'aman_gateway_A-3',
  }
  const files = connectionFiles({ provider: 'postfix-rspamd', origin, ...keys })
  const holders = (key: string) =>
    files.filter(({ text }) => text.includes(key)).map(({ name }) => name)
  expect(holders(keys.reportKey)).toEqual(['metadata_exporter.conf'])
  expect(holders(keys.flagsKey)).toEqual(['rspamd.conf.local'])
  expect(holders(keys.analyseKey)).toEqual(['rspamd.conf.local'])
  const flags = files.find(({ name }) => name === 'rspamd.conf.local')?.text
  expect(flags).toContain('red = "https://aman.firm.example/api/rspamd/flags/red";')
})

test.each([
  ['a path', 'https://aman.example/path'],
  ['a user', 'https://user@aman.example'],
  ['a quotation mark', 'https://aman.example"; evil = "'],
  ['a line break', 'https://aman.example\nevil = 1;'],
  ['a command of a shell', 'https://$(id).example'],
  ['another scheme', 'ftp://aman.example'],
  ['no host', 'https://'],
])('an origin with %s is refused', (_, given) => {
  expect(() => connectionFiles({ provider: 'postfix-rspamd', origin: given })).toThrow('origin')
})

test.each(['a"b', "a'b", 'a b', 'a\nb', '$HOME', 'a@b', ''])('the key %j is refused', (key) => {
  for (const keys of [{ reportKey: key }, { flagsKey: key }]) {
    expect(() => connectionFiles({ provider: 'own-client', origin, ...keys })).toThrow('key')
  }
})

test('the name of an organization cannot leave its comment', () => {
  const name = 'Olive\nevil = 1;\r\u2028\u0085} \u202eBranch'
  const files = connectionFiles({ provider: 'postfix-rspamd', origin, name })
  const lines = files.flatMap(({ text }) => text.split(/[\n\r\u2028\u0085]/))
  const named = lines.filter((line) => line.includes('Branch'))
  expect(named.map((line) => line.trim())).toEqual([
    '# Olive evil = 1; } Branch',
    '# Olive evil = 1; } Branch',
  ])
})

test('several organizations have a rule, a key and flags each, by the domains of recipients', () => {
  const files = connectionFiles({
    provider: 'postfix-rspamd',
    origin,
    name: 'Olive Branch',
    domains: ['olivebranch.example'],
    reportKey: 'R1',
    flagsKey: 'F1',
    others: [{ name: 'Cedar', domains: ['Bücher.example'], reportKey: 'R2', flagsKey: 'F2' }],
  })
  const text = (name: string) => files.find((file) => file.name === name)?.text ?? ''
  const rules = text('metadata_exporter.conf')
  expect(rules).toMatch(/AMAN \{[^}]*selector = "to_aman";[^}]*password = "R1";/)
  expect(rules).toMatch(/AMAN_2 \{[^}]*selector = "to_aman_2";[^}]*password = "R2";/)
  expect(rules).toContain('["xn--bcher-kva.example"] = true')
  expect(text('rspamd.conf.local')).toMatch(/flags_key = "F1"[\s\S]*flags_key = "F2"/)
})

test('several organizations without domains cannot be told apart', () => {
  const options = { provider: 'postfix-rspamd', origin, others: [{ name: 'Cedar' }] } as const
  expect(() => connectionFiles(options)).toThrow('domains')
})

async function ask(server: TestServer, provider: string, organizationId?: string) {
  const { admin, token } = await signInAdmin(server)
  const id = organizationId ?? admin.organizationId
  return server.get(`/api/admin/organizations/${id}/connection/${provider}`, { token })
}

test.each(connectionProviders)(
  'the files for %s are those of the printed configuration, with placeholders',
  async (provider) => {
    await using server = await createTestServer({
      services: { publicUrl: 'https://aman.firm.example' },
    })
    const { placeholders, files } = (await ask(server, provider)).output(showConnectionEndpoint)
    expect(files).toEqual(connectionFiles({ provider, origin: 'https://aman.firm.example' }))
    expect(files.length).toBeGreaterThan(0)
    expect(files.some(({ text }) => text.includes(placeholders.report))).toBe(true)
    expect(JSON.stringify(files)).not.toContain('aman_gateway_')
  },
)

test('without PUBLIC_URL the files name the address of the request', async ({ server }) => {
  const { files } = (await ask(server, 'own-client')).output(showConnectionEndpoint)
  expect(files[0]?.text).toContain('http://localhost/api/scans')
})

test('an unknown provider is a 422, an unknown organization a 404', async ({ server }) => {
  expect(await ask(server, 'pigeon')).toMatchObject({
    ...{ status: 422, fields: [{ field: 'provider', code: 'not_one_of' }] },
  })
  expect(await ask(server, 'mailcow', 'none')).toMatchObject({
    ...{ status: 404, code: 'unknown_organization' },
  })
})

const page = readFileSync(join(root, 'docs/connect-your-mail.md'), 'utf8')

test('Aman takes the mails that the page reports with a key of the operator', async () => {
  await using server = await createTestServer()
  const [, text = ''] = /--json '(\{[^']*\})'/.exec(page) ?? []
  const body = JSON.parse(text)
  for (const { recipient } of body.scans) await makeUser(server, { email: recipient })
  const { key } = await makeOperatorKey(server)
  const answer = await server.post('/api/scans', { token: key, body })
  expect(answer.body).toMatchObject({
    success: true,
    scans: [{ threat_level: 'safe' }, { threat_level: 'safe' }],
  })
})

test('the page shows a whole request that switches the judge of an organization', async () => {
  await using server = await createTestServer()
  const [, text = ''] = /^```json\n([^`]*)^```/m.exec(page) ?? []
  const { token } = await signInAdmin(server)
  const { organizationId } = await makeUser(server)
  const body = { ...JSON.parse(text), organization_id: organizationId }
  const answer = await server.post('/api/admin/organizations/judge', { token, body })
  expect([answer.status, answer.body]).toEqual([200, { success: true }])
})

/** Reports of rspamd 3.4 on made-up mail. */
const reports = v.parse(
  v.array(v.looseObject({ message_id: v.string() })),
  JSON.parse(readFileSync(join(import.meta.dirname, 'exports-3.4.json'), 'utf8')),
)

const nothing = ['safe', '', []] as const
const expected: Readonly<Record<string, readonly [string, string, readonly string[]]>> = {
  '01-clean-business': nothing,
  '02-newsletter': nothing,
  '03-clean-arabic': nothing,
  '04-phish-lookalike': [
    'suspicious',
    'A link shows one address and opens another',
    ['A link claims to be secure and opens an insecure page', 'Its links are unusual'],
  ],
  '05-ceo-freemail': [
    'malicious',
    'It names a domain that is listed for phishing',
    [
      'The subject puts you under pressure, and a link is dangerous',
      'Its technical details are unusual',
    ],
  ],
  '06-display-name-spoof': [
    'suspicious',
    "The sender's name shows an address that is not the sender's",
    ['Nothing proves who sent it', "The sender's domain cannot receive mail"],
  ],
  '07-shortener': nothing,
  '09-exe': ['suspicious', 'An attachment has a file type that can harm a computer', []],
  '10-html-attachment': nothing,
  '11-double-extension': [
    'suspicious',
    'An attachment is a program with the name of a document',
    ['An attachment is another kind of file than it claims to be'],
  ],
  '12-arabic-phish': [
    'suspicious',
    'A link shows one address and opens another',
    [
      'A link claims to be secure and opens an insecure page',
      'Its links are unusual',
      'Its technical details are unusual',
    ],
  ],
  '13-spoof-own-domain': [
    'suspicious',
    "The sender's domain declares this mail forged",
    ["The server that sent it may not send for the sender's domain", 'Its links are unusual'],
  ],
  '14-dkim-broken': nothing,
  '15-blocklisted-ip': [
    'suspicious',
    'The server that sent it is on a block list',
    [
      'It passed through a server on a block list',
      'The server that sent it has no proper name',
      'The server that sent it is unusual',
    ],
  ],
  '16-blocklisted-url': [
    'malicious',
    'It names a domain that is listed for phishing',
    ['Its links are unusual'],
  ],
  '17-homograph': [
    'suspicious',
    'A link imitates the address of another website with look-alike letters',
    ['A link shows one address and opens another', 'It consists of little more than a link'],
  ],
}

test('a mail for every captured report is expected', () => {
  const names = reports.map(({ message_id: id }) => id.split('@')[0])
  expect(names.toSorted()).toEqual(Object.keys(expected).toSorted())
})

test.for(reports)(
  'the report of $message_id has its level, reason and indicators',
  async (report, { server }) => {
    const user = await makeUser(server, { email: 'employee@olivebranch.example' })
    const token = await makeGatewayKey(server, user.organizationId)
    const answer = await server.post('/api/rspamd', { token, body: report })
    expect(answer).toMatchObject({ status: 200, text: '{"success":true,"taken":1,"ignored":0}' })
    const scan = await server.database.selectFrom('scans').selectAll().executeTakeFirstOrThrow()
    const [name = ''] = report.message_id.split('@')
    const { detection_reason, scan_details } = showReasons(scan)
    const { indicators } = scan_details.content_analysis
    expect([scan.threat_level, detection_reason, indicators]).toEqual(expected[name])
    expect(scan).toMatchObject({
      user_id: user.id,
      received_at: server.clock().toISOString(),
      disposition: 'delivered',
    })
  },
)
