import type { Insertable } from 'kysely'
import { createPasswordHasher } from '../../server/accounts/passwords.ts'
import { hashSecret } from '../../server/core/secrets.ts'
import type { Tables } from '../../server/database/tables.ts'

/** A table that is new has to be named here, and a column that is new to get a value. */
export type Rows = { readonly [Table in keyof Tables]: Insertable<Tables[Table]> }

/** The user that these rows are about, and what they sign in with. */
export const rania = {
  username: 'Rania',
  password: 'violet kettle drum',
  token: 'token-of-a-session',
  gatewayKey: 'key-of-a-gateway',
}

const organization_id = '0190a000-0000-7000-8000-000000000001'
const user_id = '0190a000-0000-7000-8000-000000000002'

/** A row for each table, as a server would have written it a moment ago. */
export async function rowsOfEveryTable(now: Date): Promise<Rows> {
  const at = now.toISOString()
  const year = now.getUTCFullYear()
  return {
    organizations: {
      id: organization_id,
      name: 'Olive Branch',
      name_key: 'olive branch',
      industry: 'finance',
      contact_email: 'office@olive.example',
      phone: '+962 6 555 0100',
      address: '1 Rainbow Street, Amman',
      website: 'https://olive.example',
      employee_count: 40,
      created_at: at,
      search_text: 'olive branch\noffice@olive.example',
    },
    users: {
      id: user_id,
      organization_id,
      username: rania.username,
      username_key: rania.username.toLowerCase(),
      look_alike_key: rania.username.toLowerCase(),
      email: 'rania@olive.example',
      full_name: 'Rania Haddad',
      role: 'super_admin',
      department: 'Payments',
      phone: '+962 6 555 0101',
      password_hash: await createPasswordHasher().hash(rania.password),
      is_active: 1,
      consented_at: at,
      last_login_at: at,
      created_at: at,
      removed_at: null,
      name_key: 'rania haddad',
      search_text: 'rania haddad\nrania\nrania@olive.example',
    },
    user_aliases: { address: 'accounts@olive.example', user_id },
    scan_totals: { user_id, safe: 20, suspicious: 4, malicious: 2, risk_sum: 12.5 },
    organization_totals: {
      organization_id,
      user_id,
      safe: 15,
      suspicious: 3,
      malicious: 1,
      risk_sum: 7.5,
    },
    sessions: {
      token_hash: hashSecret(rania.token),
      user_id,
      created_at: at,
      last_used_at: at,
      expires_at: new Date(now.getTime() + 12 * 60 * 60 * 1000).toISOString(),
    },
    login_failures: {
      id: '0190a000-0000-7000-8000-000000000003',
      username_key: 'nobody',
      address: '192.0.2.1',
      failed_at: at,
      device_hash: hashSecret('token-of-a-device'),
    },
    known_devices: {
      token_hash: hashSecret('token-of-a-device'),
      user_id,
      created_at: at,
      last_used_at: at,
    },
    gateway_keys: {
      id: '0190a000-0000-7000-8000-000000000004',
      organization_id,
      key_hash: hashSecret(rania.gatewayKey),
      label: 'the first',
      created_at: at,
      revoked_at: null,
      last_used_at: at,
      expires_at: null,
      networks: '',
      scope: 'report',
    },
    flags: {
      id: '0190a000-0000-7000-8000-000000000005',
      user_id,
      flag_type: 'red',
      value: 'spam.example',
      reason: 'Too many offers',
      blocked_count: 3,
      created_at: at,
      search_text: 'spam.example\ntoo many offers',
    },
    flag_revisions: { organization_id, revision: '0190a000-0000-7000-8000-000000000009' },
    scans: {
      id: '0190a000-0000-7000-8000-000000000006',
      user_id,
      received_at: at,
      threat_level: 'suspicious',
      sender_domain: 'sender.example',
      email_subject: 'Minutes of Monday',
      detection_reason: 'The domain of the sender was registered this week',
      indicators: '["new-sender"]',
      delete_after: new Date(now.getTime() + 30 * 24 * 60 * 60 * 1000).toISOString(),
      disposition: 'quarantined',
      message_id_hmac: hashSecret('<id@sender.example>'),
    },
    answered_reports: {
      id: hashSecret('a key'),
      report_hash: hashSecret('a report'),
      answer: '[]',
      answered_at: at,
    },
    arrivals: {
      organization_id,
      first_report_at: at,
      last_report_at: at,
      first_message_at: at,
      last_message_at: at,
      last_level: 'suspicious',
      silent_since: null,
    },
    monthly_scans: { organization_id, month: '2025-03', safe: 900, suspicious: 60, malicious: 40 },
    mails: {
      id: '0190a000-0000-7000-8000-000000000007',
      recipient: 'rania@olive.example',
      subject: 'Your Aman account',
      body: 'Hello Rania\n',
      created_at: at,
      attempts: 1,
      next_attempt_at: at,
      sent_at: at,
      last_error: null,
      message_id: '<0190a000-0000-7000-8000-000000000007@aman>',
      reply_to: null,
      given_up_at: null,
    },
    audit: {
      id: '0190a000-0000-7000-8000-000000000008',
      at,
      actor_id: user_id,
      actor_role: 'super_admin',
      action: 'sign-in',
      target_type: 'user',
      target_id: user_id,
      address: '192.0.2.1',
      detail: '',
    },
    receipts: {
      number: `AMAN-${year}-000001`,
      organization_id,
      month: '2025-03',
      supplement: 0,
      organization_name: 'Olive Branch',
      industry: 'finance',
      scans: 1000,
      rate_fils: 10,
      cost_fils: 10_000,
      issued_at: at,
    },
    counters: { name: `receipts-${year}`, value: 1 },
    secrets: { name: 'receipts', value: 'a secret', created_at: at },
  }
}
