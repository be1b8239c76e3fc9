import { accountDataCall, accountErasureCall } from './account/account-data.ts'
import {
  factorRemoveCall,
  factorsCall,
  passkeyAddCall,
  passkeyBeginCall,
  recoveryCodesCall,
  totpAddCall,
  totpBeginCall,
} from './account/account-factors.ts'
import { accountLanguageCall } from './account/account-language.ts'
import { accountPasswordCall } from './account/account-password.ts'
import {
  accountSessionsCall,
  accountSessionsEndCall,
  accountSessionsEndOthersCall,
} from './account/account-sessions.ts'
import { confirmCall, confirmPasskeyCall, confirmPasskeyOptionsCall } from './account/confirm.ts'
import { consentCall } from './account/consent.ts'
import { meCall } from './account/me.ts'
import { adminAttentionCall } from './attention/admin-attention.ts'
import { adminDailyCountsCall } from './attention/admin-daily-counts.ts'
import { adminAuditCall, adminAuditExportCall } from './audit/admin-audit.ts'
import { capabilitiesCall } from './core/capabilities.ts'
import { healthCall } from './core/health.ts'
import { readyCall } from './core/ready.ts'
import { employeeDashboardCall } from './emails/employee-dashboard.ts'
import { mailChecksCall } from './emails/mail-checks.ts'
import { mailReportsCall } from './emails/mail-reports.ts'
import { messageCall } from './emails/message.ts'
import { messagesCall } from './emails/messages.ts'
import { scansCall } from './emails/scans.ts'
import { flagsAddCall } from './flags/flags-add.ts'
import { flagsEvidenceCall } from './flags/flags-evidence.ts'
import { flagsListCall } from './flags/flags-list.ts'
import { flagsRemoveCall } from './flags/flags-remove.ts'
import { flagsRemoveManyCall } from './flags/flags-remove-many.ts'
import { flagsSendersCall } from './flags/flags-senders.ts'
import { flagsSetCall } from './flags/flags-set.ts'
import { adminArrivalCall } from './gateways/admin-arrival.ts'
import { adminConnectionCall } from './gateways/admin-connection.ts'
import { adminKeysCall } from './gateways/admin-keys.ts'
import { adminKeysExpireCall } from './gateways/admin-keys-expire.ts'
import { adminKeysIssueCall } from './gateways/admin-keys-issue.ts'
import { adminKeysRevokeCall } from './gateways/admin-keys-revoke.ts'
import { rspamdCall } from './gateways/rspamd.ts'
import { rspamdFlagsCall } from './gateways/rspamd-flags.ts'
import { adminDashboardCall } from './organizations/admin-dashboard.ts'
import {
  adminDomainsAddCall,
  adminDomainsCall,
  adminDomainsRemoveCall,
} from './organizations/admin-domains.ts'
import { adminOrganizationSummaryCall } from './organizations/admin-organization-summary.ts'
import { adminOrganizationsCall } from './organizations/admin-organizations.ts'
import { adminOrganizationsRemoveCall } from './organizations/admin-organizations-remove.ts'
import { adminOrganizationsSaveCall } from './organizations/admin-organizations-save.ts'
import { adminOrganizationsStatusCall } from './organizations/admin-organizations-status.ts'
import { organizationCall } from './organizations/organization.ts'
import { organizationDomainsProposeCall } from './organizations/organization-domains-propose.ts'
import { organizationFactorsResetCall } from './organizations/organization-factors-reset.ts'
import {
  organizationInvitationSendCall,
  organizationInvitationWithdrawCall,
} from './organizations/organization-invitations.ts'
import { organizationUsersCall } from './organizations/organization-users.ts'
import { organizationUsersCorrectCall } from './organizations/organization-users-correct.ts'
import { organizationUsersInviteCall } from './organizations/organization-users-invite.ts'
import { organizationUsersStatusCall } from './organizations/organization-users-status.ts'
import { policyCall } from './policy/policy.ts'
import { adminReceiptCall } from './receipts/admin-receipt.ts'
import { adminReceiptLinkCall, adminReceiptsCall } from './receipts/admin-receipts.ts'
import { riskCall } from './risk/risk.ts'
import {
  adminScimCall,
  adminScimSaveCall,
  adminScimTokensIssueCall,
  adminScimTokensRevokeCall,
} from './scim/admin-scim.ts'
import { searchCall } from './search/search.ts'
import { factorPolicyCall, factorPolicySetCall } from './sign-in/admin-factor-policy.ts'
import { adminFactorsResetCall } from './sign-in/admin-factors-reset.ts'
import {
  adminSignInCall,
  adminSignInCheckCall,
  adminSignInSaveCall,
} from './sign-in/admin-sign-in.ts'
import {
  adminUserLinkCall,
  adminUserLinkRemoveCall,
  adminUserLinkSaveCall,
} from './sign-in/admin-user-link.ts'
import { forgottenPasswordCall } from './sign-in/forgotten-password.ts'
import { passwordLinkCall, setPasswordCall } from './sign-in/password-link.ts'
import { extendSessionCall, sessionCall } from './sign-in/session.ts'
import { signInCall } from './sign-in/sign-in.ts'
import {
  signInCodeCall,
  signInPasskeyCall,
  signInPasskeyOptionsCall,
} from './sign-in/sign-in-second-step.ts'
import { signOutCall } from './sign-in/sign-out.ts'
import {
  singleSignOnCall,
  singleSignOnConfirmCall,
  singleSignOnFinishCall,
} from './sign-in/single-sign-on.ts'
import { supportRequestCall } from './support-requests/support-request.ts'
import { teamDashboardCall } from './team/team-dashboard.ts'
import { teamMemberCall } from './team/team-member.ts'
import { teamReportCall } from './team/team-report.ts'
import { adminInvitationSendCall, adminInvitationWithdrawCall } from './users/admin-invitations.ts'
import { adminUsersCall } from './users/admin-users.ts'
import { adminUsersExportCall } from './users/admin-users-export.ts'
import { adminUsersImportCall } from './users/admin-users-import.ts'
import { adminUsersRemoveCall } from './users/admin-users-remove.ts'
import { adminUsersSaveCall } from './users/admin-users-save.ts'
import { adminUsersStatusCall } from './users/admin-users-status.ts'
import {
  adminWebhookDeliveriesCall,
  adminWebhookDeliveriesDeleteCall,
  adminWebhookDeliveriesSendCall,
} from './webhooks/admin-webhook-deliveries.ts'
import {
  adminWebhooksCall,
  adminWebhooksChangeCall,
  adminWebhooksCreateCall,
  adminWebhooksRemoveCall,
  adminWebhooksSecretCall,
  adminWebhooksTestCall,
} from './webhooks/admin-webhooks.ts'

/**
 * Every call of the contract. What the server binds, the OpenAPI document and the tests of all calls
 * follow from it. The site imports the endpoints that it needs one by one, and never this.
 */
export const calls = {
  health: healthCall,
  ready: readyCall,
  capabilities: capabilitiesCall,
  signIn: signInCall,
  forgottenPassword: forgottenPasswordCall,
  passwordLink: passwordLinkCall,
  setPassword: setPasswordCall,
  signInCode: signInCodeCall,
  signInPasskeyOptions: signInPasskeyOptionsCall,
  signInPasskey: signInPasskeyCall,
  singleSignOn: singleSignOnCall,
  singleSignOnFinish: singleSignOnFinishCall,
  singleSignOnConfirm: singleSignOnConfirmCall,
  me: meCall,
  session: sessionCall,
  extendSession: extendSessionCall,
  signOut: signOutCall,
  confirm: confirmCall,
  confirmPasskeyOptions: confirmPasskeyOptionsCall,
  confirmPasskey: confirmPasskeyCall,
  accountLanguage: accountLanguageCall,
  accountPassword: accountPasswordCall,
  accountSessions: accountSessionsCall,
  accountSessionsEnd: accountSessionsEndCall,
  accountSessionsEndOthers: accountSessionsEndOthersCall,
  accountData: accountDataCall,
  accountErasure: accountErasureCall,
  consent: consentCall,
  factors: factorsCall,
  totpBegin: totpBeginCall,
  totpAdd: totpAddCall,
  passkeyBegin: passkeyBeginCall,
  passkeyAdd: passkeyAddCall,
  recoveryCodes: recoveryCodesCall,
  factorRemove: factorRemoveCall,
  policy: policyCall,
  employeeDashboard: employeeDashboardCall,
  messages: messagesCall,
  risk: riskCall,
  message: messageCall,
  teamDashboard: teamDashboardCall,
  teamMember: teamMemberCall,
  teamReport: teamReportCall,
  adminDashboard: adminDashboardCall,
  flagsList: flagsListCall,
  flagsEvidence: flagsEvidenceCall,
  flagsAdd: flagsAddCall,
  flagsRemove: flagsRemoveCall,
  flagsRemoveMany: flagsRemoveManyCall,
  flagsSet: flagsSetCall,
  flagsSenders: flagsSendersCall,
  organization: organizationCall,
  organizationUsers: organizationUsersCall,
  organizationUsersCorrect: organizationUsersCorrectCall,
  organizationUsersInvite: organizationUsersInviteCall,
  organizationUsersStatus: organizationUsersStatusCall,
  organizationFactorsReset: organizationFactorsResetCall,
  organizationDomainsPropose: organizationDomainsProposeCall,
  organizationInvitationSend: organizationInvitationSendCall,
  organizationInvitationWithdraw: organizationInvitationWithdrawCall,
  adminUsers: adminUsersCall,
  adminUsersSave: adminUsersSaveCall,
  adminUsersStatus: adminUsersStatusCall,
  adminUsersImport: adminUsersImportCall,
  adminUsersExport: adminUsersExportCall,
  adminUsersRemove: adminUsersRemoveCall,
  factorPolicy: factorPolicyCall,
  factorPolicySet: factorPolicySetCall,
  adminFactorsReset: adminFactorsResetCall,
  adminInvitationSend: adminInvitationSendCall,
  adminInvitationWithdraw: adminInvitationWithdrawCall,
  adminOrganizations: adminOrganizationsCall,
  adminOrganizationsSave: adminOrganizationsSaveCall,
  adminOrganizationsStatus: adminOrganizationsStatusCall,
  adminOrganizationsRemove: adminOrganizationsRemoveCall,
  adminDomains: adminDomainsCall,
  adminDomainsAdd: adminDomainsAddCall,
  adminDomainsRemove: adminDomainsRemoveCall,
  adminSignIn: adminSignInCall,
  adminSignInSave: adminSignInSaveCall,
  adminSignInCheck: adminSignInCheckCall,
  adminUserLink: adminUserLinkCall,
  adminUserLinkSave: adminUserLinkSaveCall,
  adminUserLinkRemove: adminUserLinkRemoveCall,
  adminScim: adminScimCall,
  adminScimSave: adminScimSaveCall,
  adminScimTokensIssue: adminScimTokensIssueCall,
  adminScimTokensRevoke: adminScimTokensRevokeCall,
  adminArrival: adminArrivalCall,
  adminConnection: adminConnectionCall,
  adminKeys: adminKeysCall,
  adminKeysIssue: adminKeysIssueCall,
  adminKeysExpire: adminKeysExpireCall,
  adminKeysRevoke: adminKeysRevokeCall,
  adminAudit: adminAuditCall,
  adminWebhooks: adminWebhooksCall,
  adminWebhooksCreate: adminWebhooksCreateCall,
  adminWebhooksChange: adminWebhooksChangeCall,
  adminWebhooksSecret: adminWebhooksSecretCall,
  adminWebhooksTest: adminWebhooksTestCall,
  adminWebhooksRemove: adminWebhooksRemoveCall,
  adminWebhookDeliveries: adminWebhookDeliveriesCall,
  adminWebhookDeliveriesSend: adminWebhookDeliveriesSendCall,
  adminWebhookDeliveriesDelete: adminWebhookDeliveriesDeleteCall,
  adminAuditExport: adminAuditExportCall,
  search: searchCall,
  scans: scansCall,
  rspamd: rspamdCall,
  rspamdFlags: rspamdFlagsCall,
  adminReceipt: adminReceiptCall,
  adminReceipts: adminReceiptsCall,
  adminReceiptLink: adminReceiptLinkCall,
  adminAttention: adminAttentionCall,
  adminDailyCounts: adminDailyCountsCall,
  adminOrganizationSummary: adminOrganizationSummaryCall,
  supportRequest: supportRequestCall,
  mailChecks: mailChecksCall,
  mailReports: mailReportsCall,
}
export type CallName = keyof typeof calls
