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
