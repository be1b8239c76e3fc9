import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { endOneSessionEndpoint } from '../../../contract/account/own-sessions.ts'
import { showDailyCountsEndpoint } from '../../../contract/attention/show-daily-counts.ts'
import { exportAuditEndpoint } from '../../../contract/audit/export-audit.ts'
import { listAuditEndpoint } from '../../../contract/audit/list-audit.ts'
import { foreignLine, givenLine, givenLines } from '../../../contract/core/basic.ts'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { listMessagesEndpoint } from '../../../contract/emails/list-messages.ts'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import { removeFlagEndpoint } from '../../../contract/flags/remove-flag.ts'
import { showFlagEvidenceEndpoint } from '../../../contract/flags/show-flag-evidence.ts'
import {
  coverByOperatorKeyEndpoint,
  expireOperatorKeyEndpoint,
  issueOperatorKeyEndpoint,
  revokeOperatorKeyEndpoint,
} from '../../../contract/gateways/admin-operator-keys.ts'
import { expireKeyEndpoint } from '../../../contract/gateways/expire-key.ts'
import { issueKeyEndpoint } from '../../../contract/gateways/issue-key.ts'
import { listKeysEndpoint } from '../../../contract/gateways/list-keys.ts'
import { revokeKeyEndpoint } from '../../../contract/gateways/revoke-key.ts'
import { showArrivalEndpoint } from '../../../contract/gateways/show-arrival.ts'
import { showConnectionEndpoint } from '../../../contract/gateways/show-connection.ts'
import {
  findCredentialServerEndpoint,
  keepMailboxCredentialEndpoint,
} from '../../../contract/mailboxes/mailbox-credential.ts'
import {
  connectMailboxEndpoint,
  findMailServerEndpoint,
  moveBackEndpoint,
} from '../../../contract/mailboxes/own-mailbox.ts'
import { beginMailboxSignInEndpoint } from '../../../contract/mailboxes/sign-in-mailbox.ts'
import {
  addDomainEndpoint,
  deleteDomainEndpoint,
} from '../../../contract/organizations/admin-domains.ts'
import { proposeOwnDomainEndpoint } from '../../../contract/organizations/propose-own-domain.ts'
import { saveOrganizationEndpoint } from '../../../contract/organizations/save-organization.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { policyEndpoint } from '../../../contract/policy/policy.ts'
import { listReceiptsEndpoint } from '../../../contract/receipts/list-receipts.ts'
import { renewReceiptLinkEndpoint } from '../../../contract/receipts/renew-receipt-link.ts'
import { addScimTokenEndpoint } from '../../../contract/scim/admin-scim.ts'
import { searchEndpoint } from '../../../contract/search/search.ts'
import { addPasskeyEndpoint } from '../../../contract/sign-in/add-passkey.ts'
import { addTotpEndpoint } from '../../../contract/sign-in/add-totp.ts'
import { beginSingleSignOnEndpoint } from '../../../contract/sign-in/begin-single-sign-on.ts'
import { checkIssuerEndpoint } from '../../../contract/sign-in/check-issuer.ts'
import { forgottenPasswordEndpoint } from '../../../contract/sign-in/forgotten-password.ts'
import { saveSignInSettingsEndpoint } from '../../../contract/sign-in/sign-in-settings.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { linkByHandEndpoint } from '../../../contract/sign-in/user-identity.ts'
import { supportRequestEndpoint } from '../../../contract/support-requests/support-request.ts'
import { showTeamReportEndpoint } from '../../../contract/team/show-team-report.ts'
import {
  endInvitationEndpoint,
  sendInvitationEndpoint,
} from '../../../contract/users/admin-invitations.ts'
import { correctOwnUserEndpoint } from '../../../contract/users/correct-own-user.ts'
import { exportUsersEndpoint } from '../../../contract/users/export-users.ts'
import { importUsersEndpoint } from '../../../contract/users/import-users.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import {
  sendOwnInvitationEndpoint,
  withdrawOwnInvitationEndpoint,
} from '../../../contract/users/own-invitations.ts'
import { resetFactorsOfOwnUserEndpoint } from '../../../contract/users/reset-factors-of-own-user.ts'
import { saveUserEndpoint } from '../../../contract/users/save-user.ts'
import {
  deleteDeliveriesEndpoint,
  listDeliveriesEndpoint,
  sendDeliveryAgainEndpoint,
} from '../../../contract/webhooks/admin-deliveries.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  removeWebhookEndpoint,
} from '../../../contract/webhooks/admin-webhooks.ts'
import { renewWebhookSecretEndpoint } from '../../../contract/webhooks/renew-webhook-secret.ts'
import { testWebhookEndpoint } from '../../../contract/webhooks/test-webhook.ts'
import { testInputs } from '../../support/server/inputs.ts'
import { allCalls, nameOf } from '../../support/worlds/contract.ts'

const user = {
  username: 'rania',
  email: 'rania@firm.example',
  full_name: 'Rania',
  role: 'employee',
  organization_id: '7',
  department: 'IT',
  phone: '1',
  password: 'a long password',
}
const organization = {
  name: 'Firm',
  industry: 'other',
  contact_email: 'office@firm.example',
  phone: '1',
  address: 'Street 1',
  website: 'firm.example',
}
const flag = { flag_type: 'red', value: 'bad.example', reason: 'odd' }
const support = {
  request_type: 'technical_issue',
  priority: 'low',
  subject: 'Help',
  description: 'Now',
  team_member_affected: 'Rania',
}

const auditFilter = {
  actor_id: '7',
  action: 'sign-in',
  target_id: '8',
  organization_id: '9',
  from: '2025-03-01',
  to: '2025-03-02',
}

const exampleOf = (endpoint: Endpoint) =>
  v.parse(v.record(v.string(), v.unknown()), examplesOf(endpoint).input)

const fields: readonly (readonly [Endpoint, Record<string, unknown>, readonly string[]])[] = [
  [
    saveUserEndpoint,
    user,
    ['username', 'email', 'full_name', 'organization_id', 'department', 'phone'],
  ],
  [
    saveOrganizationEndpoint,
    organization,
    ['name', 'contact_email', 'phone', 'address', 'website'],
  ],
  [addFlagEndpoint, flag, ['value', 'reason']],
  [removeFlagEndpoint, { id: '7' }, ['id']],
  [showFlagEvidenceEndpoint, { value: 'bad.example' }, ['value']],
  [
    listMessagesEndpoint,
    { q: 'bank', cursor: '7', from: '2025-03-01', to: '2025-03-02' },
    ['q', 'cursor', 'from', 'to'],
  ],
  [supportRequestEndpoint, support, ['subject', 'team_member_affected']],
  [
    listUsersEndpoint,
    { q: 'rania', cursor: '7', organization_id: '7' },
    ['q', 'cursor', 'organization_id'],
  ],
  [listAuditEndpoint, auditFilter, Object.keys(auditFilter)],
  [exportAuditEndpoint, auditFilter, Object.keys(auditFilter)],
  [searchEndpoint, { q: 'rania' }, ['q']],
  [exportUsersEndpoint, { q: 'rania', organization_id: '7' }, ['q', 'organization_id']],
  [
    importUsersEndpoint,
    {
      dry_run: true,
      organization_id: '7',
      rows: [{ line: 2, email: 'a@b.example', full_name: 'A' }],
    },
    ['organization_id'],
  ],
  [showArrivalEndpoint, { organization_id: '7' }, ['organization_id']],
  [showOrganizationSummaryEndpoint, { organization_id: '7' }, ['organization_id']],
  [showDailyCountsEndpoint, { organization_id: '7' }, ['organization_id']],
  [listReceiptsEndpoint, { cursor: '7', organization_id: '7' }, ['cursor', 'organization_id']],
  [renewReceiptLinkEndpoint, { id: 'AMAN-2025-000123' }, ['id']],
  [showConnectionEndpoint, { organization_id: '7', provider: 'mailcow' }, ['organization_id']],
  [listKeysEndpoint, { organization_id: '7' }, ['organization_id']],
  [
    issueKeyEndpoint,
    {
      organization_id: '7',
      request_id: 'ab'.repeat(16),
      scope: 'report',
      note: 'First server',
      expires_at: '2999-01-31',
      networks: '192.0.2.0/24',
    },
    ['organization_id', 'request_id', 'note', 'expires_at', 'networks'],
  ],
  [
    issueOperatorKeyEndpoint,
    {
      request_id: 'ab'.repeat(16),
      scope: 'report',
      note: 'The mail host',
      expires_at: '2999-01-31',
      networks: '192.0.2.0/24',
      organization_ids: ['7'],
    },
    ['request_id', 'note', 'expires_at', 'networks'],
  ],
  [expireOperatorKeyEndpoint, { id: '8', expires_at: '2999-01-31' }, ['id', 'expires_at']],
  [coverByOperatorKeyEndpoint, { id: '8', organization_ids: ['7'] }, ['id']],
  [revokeOperatorKeyEndpoint, { id: '8' }, ['id']],
  [
    expireKeyEndpoint,
    { organization_id: '7', id: '8', expires_at: '2999-01-31' },
    ['organization_id', 'id', 'expires_at'],
  ],
  [revokeKeyEndpoint, { organization_id: '7', id: '8' }, ['organization_id', 'id']],
  [forgottenPasswordEndpoint, { login: 'rania' }, ['login']],
  [sendInvitationEndpoint, { id: '7' }, ['id']],
  [endInvitationEndpoint, { id: '7' }, ['id']],
  [resetFactorsOfOwnUserEndpoint, { id: '7' }, ['id']],
  [sendOwnInvitationEndpoint, { id: '7' }, ['id']],
  [withdrawOwnInvitationEndpoint, { id: '7' }, ['id']],
  [
    addDomainEndpoint,
    { organization_id: '7', domain: 'firm.example' },
    ['organization_id', 'domain'],
  ],
  [
    deleteDomainEndpoint,
    { organization_id: '7', domain: 'firm.example' },
    ['organization_id', 'domain'],
  ],
  [
    saveSignInSettingsEndpoint,
    { ...exampleOf(saveSignInSettingsEndpoint), organization_id: '7', break_glass_user_id: '8' },
    ['organization_id', 'issuer', 'client_id', 'break_glass_user_id'],
  ],
  [
    checkIssuerEndpoint,
    { organization_id: '7', issuer: 'https://id.firm.example' },
    ['organization_id', 'issuer'],
  ],
  [linkByHandEndpoint, { id: '7', subject: 'abc' }, ['id', 'subject']],
  [addScimTokenEndpoint, exampleOf(addScimTokenEndpoint), ['organization_id', 'note']],
  [
    createWebhookEndpoint,
    { ...exampleOf(createWebhookEndpoint), organization_id: '7' },
    ['url', 'description', 'organization_id'],
  ],
  [
    changeWebhookEndpoint,
    { ...exampleOf(changeWebhookEndpoint), id: '8', organization_id: '7' },
    ['id', 'url', 'description', 'organization_id'],
  ],
  [renewWebhookSecretEndpoint, { id: '7' }, ['id']],
  [testWebhookEndpoint, { id: '7' }, ['id']],
  [removeWebhookEndpoint, { id: '7' }, ['id']],
  [listDeliveriesEndpoint, { webhook_id: '7' }, ['webhook_id']],
  [sendDeliveryAgainEndpoint, { id: '7', delivery_id: '8' }, ['id', 'delivery_id']],
  [deleteDeliveriesEndpoint, { id: '7', delivery_id: '8' }, ['id', 'delivery_id']],
  [proposeOwnDomainEndpoint, { domain: 'firm.example' }, ['domain']],
  [
    showTeamReportEndpoint,
    { from: '2025-02-01', to: '2025-02-02', department: 'Accounts' },
    ['department'],
  ],
  [beginSingleSignOnEndpoint, { login: 'rania@firm.example' }, ['login']],
  [endOneSessionEndpoint, { id: '7' }, ['id']],
  [signInWithPasswordEndpoint, { username: 'rania', password: 'x' }, ['username']],
  [policyEndpoint, { locale: 'ar' }, ['locale']],
  [findMailServerEndpoint, exampleOf(findMailServerEndpoint), ['address']],
  [connectMailboxEndpoint, exampleOf(connectMailboxEndpoint), ['address', 'username']],
  [beginMailboxSignInEndpoint, exampleOf(beginMailboxSignInEndpoint), ['address', 'username']],
  [
    keepMailboxCredentialEndpoint,
    exampleOf(keepMailboxCredentialEndpoint),
    ['address', 'username', 'login'],
  ],
  [findCredentialServerEndpoint, exampleOf(findCredentialServerEndpoint), ['address']],
  [moveBackEndpoint, { id: '7' }, ['id']],
  [addTotpEndpoint, exampleOf(addTotpEndpoint), ['name']],
  [addPasskeyEndpoint, exampleOf(addPasskeyEndpoint), ['name']],
  [correctOwnUserEndpoint, exampleOf(correctOwnUserEndpoint), ['email', 'full_name', 'department']],
]
const single = fields.flatMap(([endpoint, input, names]) =>
  names.map((name) => ({ endpoint, input, name, call: `${endpoint.method} ${endpoint.path}` })),
)

describe.each(single)('$name of $call', ({ endpoint, input, name }) => {
  const errorAnswer = `${name}: must be one line without control characters`
  const value = String(input[name])
  const around = (character: string) => value.slice(0, 2) + character + value.slice(2)
  testInputs(
    endpoint,
    // The second character is the end of a one-letter value, and white space is trimmed there.
    ['\n', '\r\n', '\t', '\u0007', '\u001b', '\u007f', '\u0085', '\u2028', '\u2029'].map(
      (character) => [{ ...input, [name]: `${around(character)}z` }, errorAnswer],
    ),
  )
})

/** Text fields: the test above has given a control character to each of them. */
const known = new Set(single.map(({ call, name }) => `${call} ${name}`))
const othersKnown = new Set([
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
])

test('every text field of every call is tested in this file', () => {
  for (const endpoint of allCalls) {
    for (const name of textFieldsOf(endpoint.input)) {
      const field = `${nameOf(endpoint)} ${name}`
      // All lists take the same search and cursor.
      const shared = field.replace(
        /^GET \/(?:admin\/(?:organizations|audit|webhook-deliveries)|flags\/list|organization\/users)(?= (?:q|cursor)$)/,
        'GET /admin/users',
      )
      expect([...known, ...othersKnown, ...foreign], field).toContain(shared)
    }
  }
})

const foreign = [
  ...['recipient', 'sender', 'subject', 'detection_reason', 'message_id', 'received_at'].map(
    (name) => `POST /scans ${name}`,
  ),
  ...['action', 'rcpt', 'from', 'header_from', 'subject', 'header_subject'].map(
    (name) => `POST /rspamd ${name}`,
  ),
  ...['message_id', 'qid', 'user'].map((name) => `POST /rspamd ${name}`),
  'POST /mail-reports/known message_id',
  ...['message_id', 'sender'].map((name) => `POST /messages/known ${name}`),
]

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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
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
  const { is_active: _, ...read } = { ...user, is_active: true }
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
      { ...read, full_name: emoji(120) },
    ],
    [{ ...user, full_name: emoji(121) }, 'full_name: must not be longer than 120'],
    [{ ...user, password: emoji(6) }, 'password: must have at least 12'],
    [{ ...user, password: emoji(11) }, 'password: must have at least 12'],
    [
      { ...user, password: emoji(128) },
      { ...read, password: emoji(128) },
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
