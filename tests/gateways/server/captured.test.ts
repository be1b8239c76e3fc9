import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { showReasons } from '../../../server/emails/sentences/sentence.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeGatewayKey, makeUser } from '../../support/worlds/factories.ts'

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

test.each(reports)(
  'the report of $message_id has its level, reason and indicators',
  async (report) => {
    await using server = await createTestServer()
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
