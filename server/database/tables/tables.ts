import type { Kysely } from 'kysely'
import type {
  AccountLinks,
  CodeAttempts,
  FactorChallenges,
  FactorPolicies,
  IdentityLinks,
  KnownDevices,
  OrganizationJoins,
  RecoveryCodes,
  ReplacedEmails,
  ResetRequests,
  SecondFactors,
  Sessions,
  SignInFailures,
  SignOnAttempts,
  UserAliases,
  Users,
} from './accounts.ts'
import type {
  AnsweredReports,
  Arrivals,
  Correspondents,
  DailyCounts,
  FlagRevisions,
  Flags,
  JudgeCounts,
  MailChecks,
  MonthlyScans,
  OrganizationTotals,
  RefusedRequests,
  ReportedMails,
  Scans,
  ScanTotals,
  WeeklyScores,
} from './mail.ts'
import type { Audit, Counters, Mails, Secrets, WebhookDeliveries, Webhooks } from './operation.ts'
import type {
  CoveredOrganizations,
  GatewayKeys,
  IdentityProviders,
  OperatorKeys,
  OrganizationDomains,
  Organizations,
  Receipts,
  ScimSettings,
  ScimTokens,
  ScimUsers,
  SentInvitations,
  UnlinkedIdentities,
} from './organizations.ts'

/*
 * All tables, in types that SQLite and PostgreSQL share: ids are UUIDv7 text created by the server,
 * times are ISO 8601 text in UTC, booleans are 0 or 1.
 */

export type {
  AccountLinks,
  FactorChallenges,
  IdentityLinks,
  ResetRequests,
  SecondFactors,
  SignOnAttempts,
  UserAliases,
  Users,
} from './accounts.ts'
export type {
  Arrivals,
  Correspondents,
  DailyCounts,
  Flags,
  JudgeCounts,
  MailChecks,
  MonthlyScans,
  OrganizationTotals,
  RefusedRequests,
  ReportedMails,
  Scans,
  ScanTotals,
  WeeklyScores,
} from './mail.ts'
export type { Audit, Mails, WebhookDeliveries, Webhooks } from './operation.ts'
export type {
  GatewayKeys,
  IdentityProviders,
  OperatorKeys,
  Organizations,
  Receipts,
  ScimTokens,
  UnlinkedIdentities,
} from './organizations.ts'

export interface Tables {
  organizations: Organizations
  users: Users
  user_aliases: UserAliases
  scan_totals: ScanTotals
  organization_totals: OrganizationTotals
  organization_joins: OrganizationJoins
  sessions: Sessions
  login_failures: SignInFailures
  known_devices: KnownDevices
  account_links: AccountLinks
  reset_requests: ResetRequests
  sent_invitations: SentInvitations
  second_factors: SecondFactors
  recovery_codes: RecoveryCodes
  code_attempts: CodeAttempts
  factor_challenges: FactorChallenges
  factor_policies: FactorPolicies
  replaced_emails: ReplacedEmails
  identity_providers: IdentityProviders
  identity_links: IdentityLinks
  unlinked_identities: UnlinkedIdentities
  sign_on_attempts: SignOnAttempts
  gateway_keys: GatewayKeys
  operator_keys: OperatorKeys
  covered_organizations: CoveredOrganizations
  organization_domains: OrganizationDomains
  scim_tokens: ScimTokens
  scim_settings: ScimSettings
  scim_users: ScimUsers
  flags: Flags
  flag_revisions: FlagRevisions
  scans: Scans
  weekly_scores: WeeklyScores
  mail_checks: MailChecks
  answered_reports: AnsweredReports
  reported_mails: ReportedMails
  monthly_scans: MonthlyScans
  daily_counts: DailyCounts
  correspondents: Correspondents
  judge_counts: JudgeCounts
  arrivals: Arrivals
  refused_requests: RefusedRequests
  mails: Mails
  audit: Audit
  receipts: Receipts
  webhooks: Webhooks
  webhook_deliveries: WebhookDeliveries
  counters: Counters
  secrets: Secrets
}

export type Database = Kysely<Tables>
