/**
 * Tables of an organization's data: the organization is part of every key, so that they can be split by it
 * (decision 0125).
 */
export const splitTables = [
  'scans',
  'flags',
  'mail_checks',
  'reported_mails',
  'organization_totals',
  'flag_revisions',
  'monthly_scans',
  'daily_counts',
  'correspondents',
  'judge_counts',
  'learning',
  'learnt_versions',
  'pending_lessons',
  'mail_lessons',
  'marks',
  'arrivals',
] as const

/** All other tables, with the reason why the organization is no part of their keys. */
export const otherTables: Readonly<Record<string, readonly string[]>> = {
  'Organizations and their settings, which are few and which calls look up by a secret or a name before the organization is known':
    [
      'organizations',
      'organization_domains',
      'gateway_keys',
      'identity_providers',
      'mailbox_credentials',
      'unlinked_identities',
      'scim_tokens',
      'scim_settings',
      'sent_invitations',
      'refused_requests',
      'factor_policies',
    ],
  'Users, and how they sign in: a name or a token is looked up before the organization is known, and a user can move':
    [
      'users',
      'user_aliases',
      'organization_joins',
      'scim_users',
      'sessions',
      'login_failures',
      'known_devices',
      'account_links',
      'reset_requests',
      'second_factors',
      'recovery_codes',
      'code_attempts',
      'factor_challenges',
      'replaced_emails',
      'identity_links',
      'sign_on_attempts',
      'mailboxes',
      'mailbox_mails',
      'mailbox_senders',
    ],
  "A user's figures over all organizations, with one row for each user, or for each user and week":
    ['scan_totals', 'weekly_scores'],
  'Found by the hash of an organization and a key of its gateway, which is as good a key to split by':
    ['answered_reports'],
  "The operator's own: billing, keys for many organizations, the audit trail, and what is sent": [
    'receipts',
    'operator_keys',
    'covered_organizations',
    'audit',
    'mails',
    'webhooks',
    'webhook_deliveries',
  ],
  "The server's own": [
    'counters',
    'secrets',
    'mailbox_watchers',
    'users_search',
    'users_search_numbers',
    'users_search_config',
    'users_search_content',
    'users_search_data',
    'users_search_docsize',
    'users_search_idx',
    'organizations_search',
    'organizations_search_numbers',
  ],
}
