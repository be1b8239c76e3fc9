import type { User } from '../../../contract/users/user.ts'

/** Answers to what loads again after a change by a super admin, for a stubbed server. */
export const adminLists = {
  'GET /api/admin/dashboard': {},
  'GET /api/admin/users': [],
  'GET /api/admin/organizations': [],
}

/** The answer of `GET /api/admin/attention` when nothing needs an admin. */
export const nothing = {
  attacks: { count: 0, attacked: [] },
  silent_gateways: { count: 0, silent: [] },
  refused_requests: { count: 0, refused: [] },
  unknown_keys: { count: 0, last_at: null },
  expiring_keys: { count: 0, expiring: [] },
  operator_keys: { count: 0, keys: [] },
  undecided_judges: { count: 0, judges: [] },
  failing_mailboxes: { count: 0, failing: [] },
  refused_credentials: { count: 0, refused: [] },
  doubted_judges: { count: 0, judges: [] },
  support_requests: { count: 0, requests: [] },
  missing_factors: { count: 0, lacking: [] },
  admins_without_factor: 0,
  invited_users: { count: 0, oldest_at: null },
  waiting_mails: { count: 0, oldest_at: null, given_up: 0 },
}

/** A flag as the list of flags has it. */
export function shownFlag(overrides: Record<string, unknown> = {}) {
  return {
    id: 1,
    flag_type: 'green',
    value: 'partner.example',
    reason: null,
    created_at: '2026-03-01T09:30:00Z',
    ...overrides,
  }
}

export const userExample: User = {
  id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
  username: 'rania',
  email: 'rania@clinic.example',
  full_name: 'Rania Khoury',
  role: 'employee',
  organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
  department: 'Accounts',
  phone: '+962 6 555 0100',
  is_active: true,
  risk_score: 42.5,
  has_consented: true,
}

export const organizationExample = {
  id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
  name: 'Cedar Clinic',
  industry: 'health_tech',
  contact_email: 'office@clinic.example',
  phone: '+962 6 555 0100',
  address: '12 Rainbow Street, Amman',
  website: 'https://clinic.example',
  employee_count: 120,
  total_scans: 12_345,
  total_cost: 1234.5,
  created_at: '2025-01-05T08:00:00.000Z',
  gateway_silent_since: null,
  suspended_at: null,
  recent_threats: 42,
  usual_threats: 6.5,
  has_unusual_attacks: true,
  locale: 'ar',
} as const
