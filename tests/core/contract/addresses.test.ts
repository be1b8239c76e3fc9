import * as v from 'valibot'
import { expect, test } from 'vitest'
import { canonicalDomain } from '../../../contract/core/domain.ts'
import { email, foreignAddress } from '../../../contract/core/email.ts'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import { flagValue } from '../../../contract/flags/flag.ts'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { allCalls, nameOf } from '../../support/worlds/contract.ts'

const read = (schema: v.GenericSchema<string, string>, text: string) => {
  const parsed = v.safeParse(schema, text)
  return parsed.success ? parsed.output : parsed.issues[0].message
}
const noAddress = 'not_an_email'
const noFlag = 'not_a_sender'

test.each([
  ['Bücher.EXAMPLE', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example.', 'xn--bcher-kva.example'],
  ['bad。example', 'bad.example'],
  ['bad．example｡', 'bad.example'],
  ['ｂａｄ.example', 'bad.example'],
  ['مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv'],
  ['उदाहरण.परीक्षा', 'xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ['ตัวอย่าง.ไทย', 'xn--72c1a1bt4awk9o.xn--o3cw4h'],
  ['نامه‌ای.example', 'xn--mgba3gch31f060k.example'],
  ['a_b.example', 'a_b.example'],
])('the domain %s is normalized to %s', (text, canonical) => {
  expect(canonicalDomain(text)).toBe(canonical)
})

test.each([
  '',
  '.',
  'a..example',
  '-a.example',
  'a-.example',
  'a.example..',
  'a.example:25',
  'a.example/b',
  'a%2eexample',
  'b@a.example',
  '[192.0.2.1]',
  '192.0.2.1',
  '0x7f.1',
  'pay\u202Epal.example',
])('%j is not a domain', (text) => {
  expect(canonicalDomain(text)).toBeUndefined()
})

test.each([
  ['Rania.H+x@Bücher.example.', 'rania.h+x@xn--bcher-kva.example'],
  ["o'neil{}|!#$%&*/=?^_`~-@a.example", "o'neil{}|!#$%&*/=?^_`~-@a.example"],
  ['رانيا@شركة.example', 'رانيا@xn--ogbpi5d.example'],
  ['\u202Arania@firm.example\u202C', 'rania@firm.example'],
  ['ra\u200Bnia@firm.exam\u00ADple', 'rania@firm.example'],
  ['admin@localhost', 'admin@localhost'],
  [`${'a'.repeat(64)}@b.example`, `${'a'.repeat(64)}@b.example`],
  [`${'a'.repeat(65)}@b.example`, noAddress],
  [`${'ا'.repeat(33)}@b.example`, noAddress],
  [`a@${'b'.repeat(64)}.example`, noAddress],
  ['o,k@firm.example', noAddress],
  ['ok<ok@firm.example', noAddress],
  ['"o,k"@firm.example', noAddress],
  ['a..b@firm.example', noAddress],
  ['.a@firm.example', noAddress],
  ['a.@firm.example', noAddress],
  ['a b@firm.example', noAddress],
  ['a@b@firm.example', noAddress],
  ['a:b@firm.example', noAddress],
  ['a@b_c.example', noAddress],
  ['a@[192.0.2.1]', noAddress],
  ['@firm.example', noAddress],
  ['rania', noAddress],
])('%j as a recipient address is %j', (text, expected) => {
  expect(read(email, text)).toBe(expected)
})

test.each([
  ['"o,k"@Firm.example', '"o,k"@firm.example'],
  ['o,k@firm.example', '"o,k"@firm.example'],
  ['"rania"@firm.example', 'rania@firm.example'],
  ['"ra\\nia"@firm.example', 'rania@firm.example'],
  ['"a \\"b\\" c"@firm.example', '"a \\"b\\" c"@firm.example'],
  ['"a@b"@firm.example', '"a@b"@firm.example'],
  ['a..b@firm.example', '"a..b"@firm.example'],
  ['a@b_c.example', 'a@b_c.example'],
  [`${'a'.repeat(80)}@b.example`, `${'a'.repeat(80)}@b.example`],
  ['"a@firm.example', noAddress],
  ['a b@firm.example', noAddress],
  ['@firm.example', noAddress],
  ['a@', noAddress],
])('%j as a sender is %j', (text, expected) => {
  expect(read(foreignAddress, text)).toBe(expected)
})

test.each([
  [' Bad。Example. ', 'bad.example'],
  ['उदाहरण.परीक्षा', 'xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ['ตัวอย่าง.ไทย', 'xn--72c1a1bt4awk9o.xn--o3cw4h'],
  ['"O,k"@Bücher.example', '"o,k"@xn--bcher-kva.example'],
  ['a..b@bad.example', '"a..b"@bad.example'],
  ['mailto:a@bad.example', noFlag],
  ['a@bad.example,b@bad.example', noFlag],
  ['a,b@bad.example', noFlag],
  ['bad.example;worse.example', noFlag],
  ['rania <rania@bad.example>', noFlag],
  ['<rania@bad.example>', noFlag],
  ['https://bad.example', noFlag],
  ['192.0.2.1', noFlag],
  ['a@localhost', noFlag],
])('%j as a flag value is %j', (text, expected) => {
  expect(read(flagValue, text)).toBe(expected)
})

const parse = ({ output }: Endpoint, answer: unknown) => v.safeParse(output, answer)

const flag = { id: 7, flag_type: 'red', value: 'bad.example' }
const readFlag = { ...flag, reason: null, created_at: '' }
const figures = {
  risk_score: 0,
  total_emails_scanned: 0,
  phishing_emails_caught: 0,
  safe_emails: 0,
}
const indicators = (list: unknown) => ({ scan_details: { content_analysis: { indicators: list } } })
const threat = { id: 1, threat_level: 'malicious' }
const readThreat = {
  ...threat,
  email_subject: '',
  sender_domain: '',
  sender_address: '',
  detection_reason: '',
  timestamp: '',
  disposition: null,
}

test.each<[string, Endpoint, unknown, unknown]>([
  ['an answer without success', addFlagEndpoint, {}, { success: true }],
  ['a failure', addFlagEndpoint, { success: false }, { success: false }],
  [
    'an unknown role',
    signInWithPasswordEndpoint,
    { access_token: 'x', user_role: 'owner', password: 'y' },
    { access_token: 'x', user_role: 'employee' },
  ],
  [
    'a bare receipt',
    generateReceiptEndpoint,
    { receipt_url: '/r' },
    { success: true, receipt_url: '/r', total_cost: 0, total_scans: 0, message: '' },
  ],
  [
    'flags without their optional fields',
    listFlagsEndpoint,
    { flags: [flag, { ...flag, blocked_count: 3, owner: 'x' }] },
    {
      success: true,
      flags: [readFlag, { ...readFlag, blocked_count: 3 }],
      total: 0,
      green_count: 0,
      red_count: 0,
    },
  ],
  [
    'the answer to a gateway',
    reportScansEndpoint,
    { success: true, scans: [{ id: 1, threat_level: 'safe', subject: 'x' }], more: 1 },
    { success: true, scans: [{ id: 1, threat_level: 'safe' }] },
  ],
  [
    'indicators that are not text, and the disposition of mail',
    employeeDashboardEndpoint,
    {
      recent_phishing_emails: [
        { ...threat, ...indicators(['odd link', 7, null, 'new sender']), disposition: 'lost' },
        { ...threat, ...indicators(null), disposition: 'rejected' },
      ],
    },
    {
      ...figures,
      recent_phishing_emails: [
        { ...readThreat, ...indicators(['odd link', 'new sender']) },
        { ...readThreat, ...indicators([]), disposition: 'rejected' },
      ],
      mail_checks: null,
      lists_messages: false,
      explains_risk: false,
      report_answers: [],
    },
  ],
])(
  'an answer with %s is parsed without unknown fields',
  { tags: ['R008'] },
  (_, endpoint, answer, read) => {
    expect(parse(endpoint, answer)).toMatchObject({ success: true, output: read })
    expect(parse(endpoint, answer).output).toEqual(read)
  },
)

test.each<[string, Endpoint, unknown]>([
  [
    'a sign-in without a token',
    signInWithPasswordEndpoint,
    { access_token: '', user_role: 'employee' },
  ],
  ['a receipt without a link', generateReceiptEndpoint, { success: true, receipt_url: '' }],
  ['flags of an unknown colour', listFlagsEndpoint, { flags: [{ ...flag, flag_type: 'blue' }] }],
  [
    'an invalid verdict',
    reportScansEndpoint,
    { success: true, scans: [{ id: 1, threat_level: '' }] },
  ],
  ['a text instead', addFlagEndpoint, 'done'],
])('%s is not an answer', { tags: ['R008'] }, (_, endpoint, answer) => {
  expect(parse(endpoint, answer).success).toBe(false)
})

/** Every object that an answer may contain, with its path. */
function objectsIn(schema: unknown, path: string): { path: string; schema: v.GenericSchema }[] {
  if (!isSchema(schema)) return []
  const { entries = {}, item, wrapped, options = [] } = schema
  return [
    ...(schema.type === 'object' ? [{ path, schema }] : []),
    ...Object.entries(entries).flatMap(([name, entry]) => objectsIn(entry, `${path}.${name}`)),
    ...objectsIn(item, `${path}[]`),
    ...objectsIn(wrapped, path),
    ...options.flatMap((option) => objectsIn(option, path)),
  ]
}

interface SchemaShape {
  readonly entries?: object
  readonly item?: unknown
  readonly wrapped?: unknown
  readonly options?: readonly unknown[]
}

function isSchema(value: unknown): value is v.GenericSchema & SchemaShape {
  return typeof value === 'object' && value !== null && '~run' in value
}

test('no answer accepts a list in place of an object at any depth', () => {
  const objects = allCalls.flatMap((endpoint) => objectsIn(endpoint.output, nameOf(endpoint)))
  const paths = objects.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'GET /dashboard/employee',
      'GET /dashboard/employee.recent_phishing_emails[].scan_details.content_analysis',
      'GET /admin/dashboard.system_performance',
      'GET /admin/users[]',
    ]),
  )
  const taken = objects.filter(({ schema }) => {
    const read = v.safeParse(schema, [])
    // A schema that rejects a list only because of missing fields would accept it as an object.
    return read.success || read.issues.some(({ path }) => path !== undefined)
  })
  expect(taken.map(({ path }) => path)).toEqual([])
})
