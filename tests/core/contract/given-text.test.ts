import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  passkeyAddCall,
  passkeyAddEndpoint,
  totpAddCall,
  totpAddEndpoint,
} from '../../../contract/account/account-factors.ts'
import { accountSessionsEndEndpoint } from '../../../contract/account/account-sessions.ts'
import { adminDailyCountsEndpoint } from '../../../contract/attention/admin-daily-counts.ts'
import {
  adminAuditEndpoint,
  adminAuditExportEndpoint,
} from '../../../contract/audit/admin-audit.ts'
import { foreignLine, givenLine, givenLines } from '../../../contract/core/basic.ts'
import type { Call } from '../../../contract/core/call.ts'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { messagesEndpoint } from '../../../contract/emails/messages.ts'
import { scansEndpoint } from '../../../contract/emails/scans.ts'
import { flagsAddEndpoint } from '../../../contract/flags/flags-add.ts'
import { flagsEvidenceEndpoint } from '../../../contract/flags/flags-evidence.ts'
import { flagsRemoveEndpoint } from '../../../contract/flags/flags-remove.ts'
import { adminArrivalEndpoint } from '../../../contract/gateways/admin-arrival.ts'
import { adminConnectionEndpoint } from '../../../contract/gateways/admin-connection.ts'
import { adminKeysEndpoint } from '../../../contract/gateways/admin-keys.ts'
import { adminKeysExpireEndpoint } from '../../../contract/gateways/admin-keys-expire.ts'
import { adminKeysIssueEndpoint } from '../../../contract/gateways/admin-keys-issue.ts'
import { adminKeysRevokeEndpoint } from '../../../contract/gateways/admin-keys-revoke.ts'
import {
  adminDomainsAddEndpoint,
  adminDomainsRemoveEndpoint,
} from '../../../contract/organizations/admin-domains.ts'
import { adminOrganizationSummaryEndpoint } from '../../../contract/organizations/admin-organization-summary.ts'
import { adminOrganizationsSaveEndpoint } from '../../../contract/organizations/admin-organizations-save.ts'
import { organizationDomainsProposeEndpoint } from '../../../contract/organizations/organization-domains-propose.ts'
import { organizationFactorsResetEndpoint } from '../../../contract/organizations/organization-factors-reset.ts'
import {
  organizationInvitationSendEndpoint,
  organizationInvitationWithdrawEndpoint,
} from '../../../contract/organizations/organization-invitations.ts'
import {
  organizationUsersCorrectCall,
  organizationUsersCorrectEndpoint,
} from '../../../contract/organizations/organization-users-correct.ts'
import { policyEndpoint } from '../../../contract/policy/policy.ts'
import {
  adminReceiptLinkEndpoint,
  adminReceiptsEndpoint,
} from '../../../contract/receipts/admin-receipts.ts'
import {
  adminScimTokensIssueCall,
  adminScimTokensIssueEndpoint,
} from '../../../contract/scim/admin-scim.ts'
import { searchEndpoint } from '../../../contract/search/search.ts'
import {
  adminSignInCheckEndpoint,
  adminSignInSaveCall,
  adminSignInSaveEndpoint,
} from '../../../contract/sign-in/admin-sign-in.ts'
import { adminUserLinkSaveEndpoint } from '../../../contract/sign-in/admin-user-link.ts'
import { forgottenPasswordEndpoint } from '../../../contract/sign-in/forgotten-password.ts'
import { signInEndpoint } from '../../../contract/sign-in/sign-in.ts'
import { singleSignOnEndpoint } from '../../../contract/sign-in/single-sign-on.ts'
import { supportRequestEndpoint } from '../../../contract/support-requests/support-request.ts'
import { teamReportEndpoint } from '../../../contract/team/team-report.ts'
import {
  adminInvitationSendEndpoint,
  adminInvitationWithdrawEndpoint,
} from '../../../contract/users/admin-invitations.ts'
import { adminUsersEndpoint } from '../../../contract/users/admin-users.ts'
import { adminUsersExportEndpoint } from '../../../contract/users/admin-users-export.ts'
import { adminUsersImportEndpoint } from '../../../contract/users/admin-users-import.ts'
import { adminUsersSaveEndpoint } from '../../../contract/users/admin-users-save.ts'
import {
  adminWebhookDeliveriesDeleteEndpoint,
  adminWebhookDeliveriesEndpoint,
  adminWebhookDeliveriesSendEndpoint,
} from '../../../contract/webhooks/admin-webhook-deliveries.ts'
import {
  adminWebhooksChangeCall,
  adminWebhooksChangeEndpoint,
  adminWebhooksCreateCall,
  adminWebhooksCreateEndpoint,
  adminWebhooksRemoveEndpoint,
  adminWebhooksSecretEndpoint,
  adminWebhooksTestEndpoint,
} from '../../../contract/webhooks/admin-webhooks.ts'
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

const exampleOf = ({ examples }: Call) => v.parse(v.record(v.string(), v.unknown()), examples.input)

const fields: readonly (readonly [Endpoint, Record<string, unknown>, readonly string[]])[] = [
  [
    adminUsersSaveEndpoint,
    user,
    ['username', 'email', 'full_name', 'organization_id', 'department', 'phone'],
  ],
  [
    adminOrganizationsSaveEndpoint,
    organization,
    ['name', 'contact_email', 'phone', 'address', 'website'],
  ],
  [flagsAddEndpoint, flag, ['value', 'reason']],
  [flagsRemoveEndpoint, { id: '7' }, ['id']],
  [flagsEvidenceEndpoint, { value: 'bad.example' }, ['value']],
  [
    messagesEndpoint,
    { q: 'bank', cursor: '7', from: '2025-03-01', to: '2025-03-02' },
    ['q', 'cursor', 'from', 'to'],
  ],
  [supportRequestEndpoint, support, ['subject', 'team_member_affected']],
  [
    adminUsersEndpoint,
    { q: 'rania', cursor: '7', organization_id: '7' },
    ['q', 'cursor', 'organization_id'],
  ],
  [adminAuditEndpoint, auditFilter, Object.keys(auditFilter)],
  [adminAuditExportEndpoint, auditFilter, Object.keys(auditFilter)],
  [searchEndpoint, { q: 'rania' }, ['q']],
  [adminUsersExportEndpoint, { q: 'rania', organization_id: '7' }, ['q', 'organization_id']],
  [
    adminUsersImportEndpoint,
    {
      dry_run: true,
      organization_id: '7',
      rows: [{ line: 2, email: 'a@b.example', full_name: 'A' }],
    },
    ['organization_id'],
  ],
  [adminArrivalEndpoint, { organization_id: '7' }, ['organization_id']],
  [adminOrganizationSummaryEndpoint, { organization_id: '7' }, ['organization_id']],
  [adminDailyCountsEndpoint, { organization_id: '7' }, ['organization_id']],
  [adminReceiptsEndpoint, { cursor: '7', organization_id: '7' }, ['cursor', 'organization_id']],
  [adminReceiptLinkEndpoint, { id: 'AMAN-2025-000123' }, ['id']],
  [adminConnectionEndpoint, { organization_id: '7', provider: 'mailcow' }, ['organization_id']],
  [adminKeysEndpoint, { organization_id: '7' }, ['organization_id']],
  [
    adminKeysIssueEndpoint,
    {
      organization_id: '7',
      request_id: 'ab'.repeat(16),
      scope: 'report',
      note: 'First server',
      expires_at: '2999-01-31',
    },
    ['organization_id', 'request_id', 'note', 'expires_at'],
  ],
  [
    adminKeysExpireEndpoint,
    { organization_id: '7', id: '8', expires_at: '2999-01-31' },
    ['organization_id', 'id', 'expires_at'],
  ],
  [adminKeysRevokeEndpoint, { organization_id: '7', id: '8' }, ['organization_id', 'id']],
  [forgottenPasswordEndpoint, { login: 'rania' }, ['login']],
  [adminInvitationSendEndpoint, { id: '7' }, ['id']],
  [adminInvitationWithdrawEndpoint, { id: '7' }, ['id']],
  [organizationFactorsResetEndpoint, { id: '7' }, ['id']],
  [organizationInvitationSendEndpoint, { id: '7' }, ['id']],
  [organizationInvitationWithdrawEndpoint, { id: '7' }, ['id']],
  [
    adminDomainsAddEndpoint,
    { organization_id: '7', domain: 'firm.example' },
    ['organization_id', 'domain'],
  ],
  [
    adminDomainsRemoveEndpoint,
    { organization_id: '7', domain: 'firm.example' },
    ['organization_id', 'domain'],
  ],
  [
    adminSignInSaveEndpoint,
    { ...exampleOf(adminSignInSaveCall), organization_id: '7', break_glass_user_id: '8' },
    ['organization_id', 'issuer', 'client_id', 'break_glass_user_id'],
  ],
  [
    adminSignInCheckEndpoint,
    { organization_id: '7', issuer: 'https://id.firm.example' },
    ['organization_id', 'issuer'],
  ],
  [adminUserLinkSaveEndpoint, { id: '7', subject: 'abc' }, ['id', 'subject']],
  [adminScimTokensIssueEndpoint, exampleOf(adminScimTokensIssueCall), ['organization_id', 'note']],
  [
    adminWebhooksCreateEndpoint,
    { ...exampleOf(adminWebhooksCreateCall), organization_id: '7' },
    ['url', 'description', 'organization_id'],
  ],
  [
    adminWebhooksChangeEndpoint,
    { ...exampleOf(adminWebhooksChangeCall), id: '8', organization_id: '7' },
    ['id', 'url', 'description', 'organization_id'],
  ],
  [adminWebhooksSecretEndpoint, { id: '7' }, ['id']],
  [adminWebhooksTestEndpoint, { id: '7' }, ['id']],
  [adminWebhooksRemoveEndpoint, { id: '7' }, ['id']],
  [adminWebhookDeliveriesEndpoint, { webhook_id: '7' }, ['webhook_id']],
  [adminWebhookDeliveriesSendEndpoint, { id: '7', delivery_id: '8' }, ['id', 'delivery_id']],
  [adminWebhookDeliveriesDeleteEndpoint, { id: '7', delivery_id: '8' }, ['id', 'delivery_id']],
  [organizationDomainsProposeEndpoint, { domain: 'firm.example' }, ['domain']],
  [
    teamReportEndpoint,
    { from: '2025-02-01', to: '2025-02-02', department: 'Accounts' },
    ['department'],
  ],
  [singleSignOnEndpoint, { login: 'rania@firm.example' }, ['login']],
  [accountSessionsEndEndpoint, { id: '7' }, ['id']],
  [signInEndpoint, { username: 'rania', password: 'x' }, ['username']],
  [policyEndpoint, { locale: 'ar' }, ['locale']],
  [totpAddEndpoint, exampleOf(totpAddCall), ['name']],
  [passkeyAddEndpoint, exampleOf(passkeyAddCall), ['name']],
  [
    organizationUsersCorrectEndpoint,
    exampleOf(organizationUsersCorrectCall),
    ['email', 'full_name', 'department'],
  ],
]
const single = fields.flatMap(([endpoint, input, names]) =>
  names.map((name) => ({ endpoint, input, name, call: `${endpoint.method} ${endpoint.path}` })),
)

describe.each(single)('$name of $call', { tags: ['A080'] }, ({ endpoint, input, name }) => {
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
  'POST /account/factors/totp/begin current_password',
  'POST /account/factors/passkey/begin current_password',
  'POST /account/factors/recovery-codes current_password',
  'POST /account/factors/:id/remove current_password',
  // Compared, never kept.
  'POST /auth/login/code code',
  'POST /account/factors/totp code',
  // A day has no other characters than digits and hyphens.
  'GET /team/report from',
  'GET /team/report to',
  // A hash is looked up, not the text.
  'POST /auth/login/code challenge',
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

test('every text field of every call is tested in this file', { tags: ['A080'] }, () => {
  for (const { endpoint } of allCalls) {
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
])('%j is kept as %j', { tags: ['A080'] }, (given, kept) => {
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
])('%s keeps its joiners', { tags: ['A081'] }, (name) => {
  expect(v.parse(givenLine(200), name)).toBe(name.normalize('NFC'))
})

test('text of several lines keeps its lines, with one kind of line ending', {
  tags: ['A080'],
}, () => {
  expect(v.parse(givenLines(200), 'a\r\nb\rc\u2028d\u000Be\tf\n')).toBe('a\nb\nc\nd\ne\tf')
  expect(v.safeParse(givenLines(200), 'a\u001b[31mb').issues?.[0].message).toBe('control_character')
})

describe('the text fields of a reported mail', { tags: ['A082'] }, () => {
  const scan = { recipient: 'a@b.example', sender: 'c@d.example', threat_level: 'safe' }
  const cleaned = {
    ...scan,
    subject: 'Invoice Bcc: x',
    detection_reason: 'odd link',
    indicators: ['half \uFFFD', 'nul l'],
  }
  testInputs(scansEndpoint, [
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

test('text from a mail loses what cannot be stored and keeps what the screens mark', {
  tags: ['A082'],
}, () => {
  expect(v.parse(foreignLine(200), ' Invoice\r\nBcc: x\0y \ud800 ')).toBe('Invoice Bcc: x y \uFFFD')
  expect(v.parse(foreignLine(200), 'pay\u202Elap')).toBe('pay\u202Elap')
})

describe('lengths are counted in code points', { tags: ['A088'] }, () => {
  const emoji = (count: number) => '😀'.repeat(count)
  const { is_active: _, ...read } = { ...user, is_active: true }
  testInputs(flagsAddEndpoint, [
    [
      { ...flag, reason: emoji(500) },
      { ...flag, reason: emoji(500) },
    ],
    [{ ...flag, reason: emoji(501) }, 'reason: must not be longer than 500'],
  ])
  testInputs(adminUsersSaveEndpoint, [
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
