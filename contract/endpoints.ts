import { accountDataCall, accountErasureCall } from './endpoints/account-data.ts'
import {
  factorRemoveCall,
  factorsCall,
  passkeyAddCall,
  passkeyBeginCall,
  recoveryCodesCall,
  totpAddCall,
  totpBeginCall,
} from './endpoints/account-factors.ts'
import { accountLanguageCall } from './endpoints/account-language.ts'
import { accountPasswordCall } from './endpoints/account-password.ts'
import {
  accountSessionsCall,
  accountSessionsEndCall,
  accountSessionsEndOthersCall,
} from './endpoints/account-sessions.ts'
import { adminArrivalCall } from './endpoints/admin-arrival.ts'
import { adminAttentionCall } from './endpoints/admin-attention.ts'
import { adminAuditCall, adminAuditExportCall } from './endpoints/admin-audit.ts'
import { adminConnectionCall } from './endpoints/admin-connection.ts'
import { adminDailyCountsCall } from './endpoints/admin-daily-counts.ts'
import { adminDashboardCall } from './endpoints/admin-dashboard.ts'
import {
  adminDomainsAddCall,
  adminDomainsCall,
  adminDomainsRemoveCall,
} from './endpoints/admin-domains.ts'
import { factorPolicyCall, factorPolicySetCall } from './endpoints/admin-factor-policy.ts'
import { adminFactorsResetCall } from './endpoints/admin-factors-reset.ts'
import {
  adminInvitationSendCall,
  adminInvitationWithdrawCall,
} from './endpoints/admin-invitations.ts'
import { adminKeysCall } from './endpoints/admin-keys.ts'
import { adminKeysExpireCall } from './endpoints/admin-keys-expire.ts'
import { adminKeysIssueCall } from './endpoints/admin-keys-issue.ts'
import { adminKeysRevokeCall } from './endpoints/admin-keys-revoke.ts'
import { adminOrganizationSummaryCall } from './endpoints/admin-organization-summary.ts'
import { adminOrganizationsCall } from './endpoints/admin-organizations.ts'
import { adminOrganizationsRemoveCall } from './endpoints/admin-organizations-remove.ts'
import { adminOrganizationsSaveCall } from './endpoints/admin-organizations-save.ts'
import { adminOrganizationsStatusCall } from './endpoints/admin-organizations-status.ts'
import { adminReceiptCall } from './endpoints/admin-receipt.ts'
import { adminReceiptLinkCall, adminReceiptsCall } from './endpoints/admin-receipts.ts'
import {
  adminScimCall,
  adminScimSaveCall,
  adminScimTokensIssueCall,
  adminScimTokensRevokeCall,
} from './endpoints/admin-scim.ts'
import {
  adminSignInCall,
  adminSignInCheckCall,
  adminSignInSaveCall,
} from './endpoints/admin-sign-in.ts'
import {
  adminUserLinkCall,
  adminUserLinkRemoveCall,
  adminUserLinkSaveCall,
} from './endpoints/admin-user-link.ts'
import { adminUsersCall } from './endpoints/admin-users.ts'
import { adminUsersExportCall } from './endpoints/admin-users-export.ts'
import { adminUsersImportCall } from './endpoints/admin-users-import.ts'
import { adminUsersRemoveCall } from './endpoints/admin-users-remove.ts'
import { adminUsersSaveCall } from './endpoints/admin-users-save.ts'
import { adminUsersStatusCall } from './endpoints/admin-users-status.ts'
import {
  adminWebhookDeliveriesCall,
  adminWebhookDeliveriesDeleteCall,
  adminWebhookDeliveriesSendCall,
} from './endpoints/admin-webhook-deliveries.ts'
import {
  adminWebhooksCall,
  adminWebhooksChangeCall,
  adminWebhooksCreateCall,
  adminWebhooksRemoveCall,
  adminWebhooksSecretCall,
  adminWebhooksTestCall,
} from './endpoints/admin-webhooks.ts'
import { capabilitiesCall } from './endpoints/capabilities.ts'
import { confirmCall, confirmPasskeyCall, confirmPasskeyOptionsCall } from './endpoints/confirm.ts'
import { consentCall } from './endpoints/consent.ts'
import { employeeDashboardCall } from './endpoints/employee-dashboard.ts'
import { flagsAddCall } from './endpoints/flags-add.ts'
import { flagsEvidenceCall } from './endpoints/flags-evidence.ts'
import { flagsListCall } from './endpoints/flags-list.ts'
import { flagsRemoveCall } from './endpoints/flags-remove.ts'
import { flagsRemoveManyCall } from './endpoints/flags-remove-many.ts'
import { flagsSendersCall } from './endpoints/flags-senders.ts'
import { flagsSetCall } from './endpoints/flags-set.ts'
import { forgottenPasswordCall } from './endpoints/forgotten-password.ts'
import { healthCall } from './endpoints/health.ts'
import { mailChecksCall } from './endpoints/mail-checks.ts'
import { mailReportsCall } from './endpoints/mail-reports.ts'
import { meCall } from './endpoints/me.ts'
import { messageCall } from './endpoints/message.ts'
import { messagesCall } from './endpoints/messages.ts'
import { organizationCall } from './endpoints/organization.ts'
import { organizationDomainsProposeCall } from './endpoints/organization-domains-propose.ts'
import { organizationFactorsResetCall } from './endpoints/organization-factors-reset.ts'
import {
  organizationInvitationSendCall,
  organizationInvitationWithdrawCall,
} from './endpoints/organization-invitations.ts'
import { organizationUsersCall } from './endpoints/organization-users.ts'
import { organizationUsersCorrectCall } from './endpoints/organization-users-correct.ts'
import { organizationUsersInviteCall } from './endpoints/organization-users-invite.ts'
import { organizationUsersStatusCall } from './endpoints/organization-users-status.ts'
import { passwordLinkCall, setPasswordCall } from './endpoints/password-link.ts'
import { policyCall } from './endpoints/policy.ts'
import { readyCall } from './endpoints/ready.ts'
import { riskCall } from './endpoints/risk.ts'
import { rspamdCall } from './endpoints/rspamd.ts'
import { rspamdFlagsCall } from './endpoints/rspamd-flags.ts'
import { scansCall } from './endpoints/scans.ts'
import { searchCall } from './endpoints/search.ts'
import { extendSessionCall, sessionCall } from './endpoints/session.ts'
import { signInCall } from './endpoints/sign-in.ts'
import {
  signInCodeCall,
  signInPasskeyCall,
  signInPasskeyOptionsCall,
} from './endpoints/sign-in-second-step.ts'
import { signOutCall } from './endpoints/sign-out.ts'
import {
  singleSignOnCall,
  singleSignOnConfirmCall,
  singleSignOnFinishCall,
} from './endpoints/single-sign-on.ts'
import { supportRequestCall } from './endpoints/support-request.ts'
import { teamDashboardCall } from './endpoints/team-dashboard.ts'
import { teamMemberCall } from './endpoints/team-member.ts'
import { teamReportCall } from './endpoints/team-report.ts'

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
