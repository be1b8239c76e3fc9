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
