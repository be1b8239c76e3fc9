import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { foreignLine, givenLine, givenLines } from '../../../contract/core/basic.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import { supportRequestEndpoint } from '../../../contract/support-requests/support-request.ts'
import { saveUserEndpoint } from '../../../contract/users/save-user.ts'
import { isRecord } from '../../support/long-text/texts.ts'
import { testInputs } from '../../support/server/inputs.ts'
import { allCalls, nameOf } from '../../support/worlds/contract.ts'

const flag = Object(examplesOf(addFlagEndpoint).input)
const support = Object(examplesOf(supportRequestEndpoint).input)
const user = { ...Object(examplesOf(saveUserEndpoint).input), password: 'a long password' }

/** Fields that take a control character, or have no place for one. */
const others = new Set([
  'POST /team/support-request description',
  'POST /mail-reports note',
  'POST /auth/login password',
  'POST /auth/confirm password',
  'POST /account/password current_password',
  'POST /account/password password',
  'POST /admin/users/detailed password',
  'POST /account/mailbox password',
  'POST /organization/mailbox-credential password',
  'POST /organization/mailbox-credential key_file',
  'POST /organization/mailbox-credential client_secret',
  'POST /account/factors/totp/begin current_password',
  'POST /account/factors/passkey/begin current_password',
  'POST /account/factors/recovery-codes current_password',
  'POST /account/factors/:id/remove current_password',
  // Only a domain, or an ID, which has none.
  'POST /organization/mailbox-credential tenant',
  'POST /organization/mailbox-credential client_id',
  'POST /account/mailbox host',
  'POST /organization/mailbox-credential host',
  'POST /account/mailbox/sign-in host',
  // Made by this server and by the provider, and never kept.
  'POST /account/mailbox/sign-in/finish state',
  'POST /account/mailbox/sign-in/finish code',
  'POST /account/mailbox/sign-in/finish iss',
  // Compared, never kept.
  'POST /auth/login/code code',
  'POST /account/factors/totp code',
  // A day has no other characters than digits and hyphens.
  'GET /team/report from',
  'GET /team/report to',
  // A hash is looked up, not the text.
  'POST /auth/login/code challenge',
  'POST /auth/extension code',
  'POST /auth/login/single-sign-on/finish code',
  'POST /auth/confirm/passkey challenge',
  'POST /auth/login/passkey/options challenge',
  'POST /auth/login/passkey challenge',
  'POST /account/factors/totp registration',
  'POST /account/factors/passkey registration',
  'POST /auth/password-link secret',
  'POST /auth/password-link/password secret',
  'POST /auth/password-link/password password',
  // The address of a screen has no other characters than its pattern.
  'POST /auth/login/single-sign-on to',
  // Not trimmed: the provider made it.
  'POST /admin/organizations/:organization_id/sign-in client_secret',
  // Text from a mail loses what cannot be stored.
  ...['recipient', 'sender', 'subject', 'detection_reason', 'message_id', 'received_at'].map(
    (name) => `POST /scans ${name}`,
  ),
  ...['action', 'rcpt', 'from', 'header_from', 'subject', 'header_subject'].map(
    (name) => `POST /rspamd ${name}`,
  ),
  ...['message_id', 'qid', 'user'].map((name) => `POST /rspamd ${name}`),
  'POST /mail-reports/known message_id',
  ...['message_id', 'sender'].map((name) => `POST /messages/known ${name}`),
])

const fields = allCalls.flatMap((endpoint) =>
  textFieldsOf(endpoint.input).map((name) => ({ endpoint, name, call: nameOf(endpoint) })),
)
const lines = fields.filter(({ call, name }) => !others.has(`${call} ${name}`))

test('a field that may take a control character is a text field of the contract', () => {
  expect(fields.map(({ call, name }) => `${call} ${name}`)).toEqual(
    expect.arrayContaining([...others]),
  )
  expect(lines.length).toBeGreaterThan(90)
})

describe.each(lines)('$name of $call', ({ endpoint, name }) => {
  const ids = Object.fromEntries(endpoint.path.matchAll(/:(\w+)/g).map(([, id]) => [id, '7']))
  const input = { ...ids, ...Object(examplesOf(endpoint).input) }
  testInputs(
    endpoint,
    ['\n', '\r\n', '\t', '\u0007', '\u001b', '\u007f', '\u0085', '\u2028', '\u2029'].map(
      (character) => [
        { ...input, [name]: `ab${character}cd` },
        `${name}: must be one line without control characters`,
      ],
    ),
  )
})

/** Names of the fields whose schema accepts a string, including unions. */
function textFieldsOf(schema: unknown): string[] {
  if (!isRecord(schema)) return []
  if (isRecord(schema.wrapped)) return textFieldsOf(schema.wrapped)
  if (Array.isArray(schema.options)) return schema.options.flatMap(textFieldsOf)
  if (!isRecord(schema.entries)) return []
  return Object.entries(schema.entries).flatMap(([name, entry]) => (isText(entry) ? [name] : []))
}

function isText(schema: unknown): boolean {
  if (!isRecord(schema)) return false
  if (isRecord(schema.wrapped)) return isText(schema.wrapped)
  if (schema.type === 'union' && Array.isArray(schema.options)) {
    // A number that is sent as text has its own pattern.
    const isNumber = schema.options.some((option) => isRecord(option) && option.type === 'number')
    return !isNumber && schema.options.some(isText)
  }
  return schema.type === 'string'
}

test.each([
  ['Ra\u200Bnia\u00AD', 'Rania'],
  ['\u202ARania\u202C', 'Rania'],
  ['\u2066Rania\u2069\uFEFF', 'Rania'],
  ['ra\u200Cn\u200Dia', 'rania'],
  ['\u3164\u200B', ''],
  ['a\u{E0041}b', 'ab'],
  ['ا\u200Fب', 'اب'],
  ['Zoe\u0308', 'Zoë'],
])('%j is kept as %j', (given, kept) => {
  expect(v.parse(givenLine(200), given)).toBe(kept)
})

test.each([
  'علی‌رضا',
  'می‌خواهم',
  'क्‍ष',
  'ශ්‍රී',
  '👩‍👩‍👧',
  '❤️‍🔥',
  '👩🏽‍💻',
  '葛\u{E0100}城',
  'محمد عبد الرحمن',
])('%s keeps its joiners', (name) => {
  expect(v.parse(givenLine(200), name)).toBe(name.normalize('NFC'))
})

test('text of several lines keeps its lines, with one kind of line ending', () => {
  expect(v.parse(givenLines(200), 'a\r\nb\rc\u2028d\u000Be\tf\n')).toBe('a\nb\nc\nd\ne\tf')
  expect(v.safeParse(givenLines(200), 'a\u001b[31mb').issues?.[0].message).toBe('control_character')
})

describe('the text fields of a reported mail', () => {
  const scan = { recipient: 'a@b.example', sender: 'c@d.example', threat_level: 'safe' }
  const cleaned = {
    ...scan,
    subject: 'Invoice Bcc: x',
    detection_reason: 'odd link',
    indicators: ['half \uFFFD', 'nul l'],
  }
  testInputs(reportScansEndpoint, [
    [
      {
        ...scan,
        subject: 'Invoice\r\nBcc: x\n',
        detection_reason: 'odd\tlink',
        indicators: ['half \ud800', 'nul\0l'],
      },
      cleaned,
    ],
    [
      { ...scan, subject: 'pay\u202Elap' },
      { ...scan, subject: 'pay\u202Elap', detection_reason: '', indicators: [] },
    ],
  ])
})

test('text from a mail loses what cannot be stored and keeps what the screens mark', () => {
  expect(v.parse(foreignLine(200), ' Invoice\r\nBcc: x\0y \ud800 ')).toBe('Invoice Bcc: x y \uFFFD')
  expect(v.parse(foreignLine(200), 'pay\u202Elap')).toBe('pay\u202Elap')
})

describe('lengths are counted in code points', () => {
  const emoji = (count: number) => '😀'.repeat(count)
  testInputs(addFlagEndpoint, [
    [
      { ...flag, reason: emoji(500) },
      { ...flag, reason: emoji(500) },
    ],
    [{ ...flag, reason: emoji(501) }, 'reason: must not be longer than 500'],
  ])
  testInputs(saveUserEndpoint, [
    [
      { ...user, full_name: emoji(120) },
      { ...user, full_name: emoji(120) },
    ],
    [{ ...user, full_name: emoji(121) }, 'full_name: must not be longer than 120'],
    [{ ...user, password: emoji(6) }, 'password: must have at least 12'],
    [{ ...user, password: emoji(11) }, 'password: must have at least 12'],
    [
      { ...user, password: emoji(128) },
      { ...user, password: emoji(128) },
    ],
    [{ ...user, password: emoji(129) }, 'password: must not be longer than 128'],
  ])
  testInputs(supportRequestEndpoint, [
    [
      { ...support, subject: emoji(200), description: emoji(5000) },
      { ...support, subject: emoji(200), description: emoji(5000) },
    ],
    [{ ...support, description: emoji(5001) }, 'description: must not be longer than 5000'],
  ])
})
