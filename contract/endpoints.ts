import { changeOwnPasswordCall } from './account/change-own-password.ts'
import { chooseLanguageCall } from './account/choose-language.ts'
import { confirmCall } from './account/confirm.ts'
import { confirmWithPasskeyCall, passkeyToConfirmCall } from './account/confirm-passkey.ts'
import { consentCall } from './account/consent.ts'
import { meCall } from './account/me.ts'
import { askForErasureCall, showOwnDataCall } from './account/own-data.ts'
import {
  endAllOtherSessionsCall,
  endOneSessionCall,
  listSessionsCall,
} from './account/own-sessions.ts'
import { setPasswordCall } from './account/set-password.ts'
import { showAttentionCall } from './attention/show-attention.ts'
import { showDailyCountsCall } from './attention/show-daily-counts.ts'
import { showOrganizationThreatsCall } from './attention/show-organization-threats.ts'
import { exportAuditCall } from './audit/export-audit.ts'
import { listAuditCall } from './audit/list-audit.ts'
import { healthCall } from './core/health.ts'
import { readyCall } from './core/ready.ts'
import { checkMailCall } from './emails/check-mail.ts'
import { employeeDashboardCall } from './emails/employee-dashboard.ts'
import { listMessagesCall } from './emails/list-messages.ts'
import { reportMailCall } from './emails/report-mail.ts'
import { reportScansCall } from './emails/report-scans.ts'
import { showOneMessageCall } from './emails/show-one-message.ts'
import { addFlagCall } from './flags/add-flag.ts'
import { listFlagsCall } from './flags/list-flags.ts'
import { removeFlagCall } from './flags/remove-flag.ts'
import { removeFlagsCall } from './flags/remove-flags.ts'
import { setFlagsCall } from './flags/set-flags.ts'
import { showFlagEvidenceCall } from './flags/show-flag-evidence.ts'
import { showSendersCall } from './flags/show-senders.ts'
import {
  coverByOperatorKeyCall,
  expireOperatorKeyCall,
  issueOperatorKeyCall,
  listOperatorKeysCall,
  revokeOperatorKeyCall,
} from './gateways/admin-operator-keys.ts'
import { expireKeyCall } from './gateways/expire-key.ts'
import { issueKeyCall } from './gateways/issue-key.ts'
import { listKeysCall } from './gateways/list-keys.ts'
import { revokeKeyCall } from './gateways/revoke-key.ts'
import { rspamdDomainsCall } from './gateways/rspamd-domains.ts'
import { rspamdFlagsCall } from './gateways/rspamd-flags.ts'
import { showArrivalCall } from './gateways/show-arrival.ts'
import { showConnectionCall } from './gateways/show-connection.ts'
import { takeRspamdReportCall } from './gateways/take-rspamd-report.ts'
import { analyseMailCall } from './judge/analyse-mail.ts'
import { setJudgeCall, showJudgeCall } from './judge/judge-settings.ts'
import { adminDashboardCall } from './organizations/admin-dashboard.ts'
import {
  addDomainCall,
  deleteDomainCall,
  listOrganizationDomainsCall,
} from './organizations/admin-domains.ts'
import { listOrganizationsCall } from './organizations/list-organizations.ts'
import { proposeOwnDomainCall } from './organizations/propose-own-domain.ts'
import { removeOrganizationCall } from './organizations/remove-organization.ts'
import { saveOrganizationCall } from './organizations/save-organization.ts'
import { setOrganizationStatusCall } from './organizations/set-organization-status.ts'
import { showOrganizationSummaryCall } from './organizations/show-organization-summary.ts'
import { showOwnOrganizationCall } from './organizations/show-own-organization.ts'
import { policyCall } from './policy/policy.ts'
import { generateReceiptCall } from './receipts/generate-receipt.ts'
import { listReceiptsCall } from './receipts/list-receipts.ts'
import { renewReceiptLinkCall } from './receipts/renew-receipt-link.ts'
import { showRiskCall } from './risk/show-risk.ts'
import {
  addScimTokenCall,
  removeScimTokenCall,
  saveScimCall,
  showScimCall,
} from './scim/admin-scim.ts'
import { searchCall } from './search/search.ts'
import { addPasskeyCall, beginPasskeyCall } from './sign-in/add-passkey.ts'
import { addTotpCall, beginTotpCall } from './sign-in/add-totp.ts'
import { setFactorPolicyCall, showFactorPolicyCall } from './sign-in/admin-factor-policy.ts'
import { beginSingleSignOnCall, confirmAtProviderCall } from './sign-in/begin-single-sign-on.ts'
import { checkIssuerCall } from './sign-in/check-issuer.ts'
import { finishSingleSignOnCall } from './sign-in/finish-single-sign-on.ts'
import { forgottenPasswordCall } from './sign-in/forgotten-password.ts'
import {
  listFactorsCall,
  removeFactorCall,
  replaceRecoveryCodesCall,
} from './sign-in/own-factors.ts'
import { extendSessionCall, showSessionCall } from './sign-in/own-session.ts'
import { showCapabilitiesCall } from './sign-in/show-capabilities.ts'
import { showPasswordLinkCall } from './sign-in/show-password-link.ts'
import { saveSignInSettingsCall, showSignInSettingsCall } from './sign-in/sign-in-settings.ts'
import { signInWithCodeCall } from './sign-in/sign-in-with-code.ts'
import { showPasskeyOptionsCall, signInWithPasskeyCall } from './sign-in/sign-in-with-passkey.ts'
import { signInWithPasswordCall } from './sign-in/sign-in-with-password.ts'
import { signOutCall } from './sign-in/sign-out.ts'
import { linkByHandCall, showIdentityCall, unlinkIdentityCall } from './sign-in/user-identity.ts'
import { supportRequestCall } from './support-requests/support-request.ts'
import { showMemberCall } from './team/show-member.ts'
import { showTeamReportCall } from './team/show-team-report.ts'
import { teamDashboardCall } from './team/team-dashboard.ts'
import { endInvitationCall, sendInvitationCall } from './users/admin-invitations.ts'
import { correctOwnUserCall } from './users/correct-own-user.ts'
import { exportUsersCall } from './users/export-users.ts'
import { importUsersCall } from './users/import-users.ts'
import { inviteOwnUsersCall } from './users/invite-own-users.ts'
import { listOwnUsersCall } from './users/list-own-users.ts'
import { listUsersCall } from './users/list-users.ts'
import { sendOwnInvitationCall, withdrawOwnInvitationCall } from './users/own-invitations.ts'
import { removeUserCall } from './users/remove-user.ts'
import { resetFactorsOfOwnUserCall } from './users/reset-factors-of-own-user.ts'
import { resetFactorsOfUserCall } from './users/reset-factors-of-user.ts'
import { saveUserCall } from './users/save-user.ts'
import { setOwnUserStatusCall } from './users/set-own-user-status.ts'
import { setUserStatusCall } from './users/set-user-status.ts'
import {
  deleteDeliveriesCall,
  listDeliveriesCall,
  sendDeliveryAgainCall,
} from './webhooks/admin-deliveries.ts'
import {
  changeWebhookCall,
  createWebhookCall,
  listWebhooksCall,
  removeWebhookCall,
} from './webhooks/admin-webhooks.ts'
import { renewWebhookSecretCall } from './webhooks/renew-webhook-secret.ts'
import { testWebhookCall } from './webhooks/test-webhook.ts'

/**
 * Every call of the contract. What the server binds, the OpenAPI document and the tests of all calls
 * follow from it. The site imports the endpoints that it needs one by one, and never this.
 */
export const calls = {
  health: healthCall,
  ready: readyCall,
  showCapabilities: showCapabilitiesCall,
  signInWithPassword: signInWithPasswordCall,
  forgottenPassword: forgottenPasswordCall,
  showPasswordLink: showPasswordLinkCall,
  setPassword: setPasswordCall,
  signInWithCode: signInWithCodeCall,
  showPasskeyOptions: showPasskeyOptionsCall,
  signInWithPasskey: signInWithPasskeyCall,
  beginSingleSignOn: beginSingleSignOnCall,
  finishSingleSignOn: finishSingleSignOnCall,
  confirmAtProvider: confirmAtProviderCall,
  me: meCall,
  showSession: showSessionCall,
  extendSession: extendSessionCall,
  signOut: signOutCall,
  confirm: confirmCall,
  passkeyToConfirm: passkeyToConfirmCall,
  confirmWithPasskey: confirmWithPasskeyCall,
  chooseLanguage: chooseLanguageCall,
  changeOwnPassword: changeOwnPasswordCall,
  listSessions: listSessionsCall,
  endOneSession: endOneSessionCall,
  endAllOtherSessions: endAllOtherSessionsCall,
  showOwnData: showOwnDataCall,
  askForErasure: askForErasureCall,
  consent: consentCall,
  listFactors: listFactorsCall,
  beginTotp: beginTotpCall,
  addTotp: addTotpCall,
  beginPasskey: beginPasskeyCall,
  addPasskey: addPasskeyCall,
  replaceRecoveryCodes: replaceRecoveryCodesCall,
  removeFactor: removeFactorCall,
  policy: policyCall,
  employeeDashboard: employeeDashboardCall,
  listMessages: listMessagesCall,
  showRisk: showRiskCall,
  showOneMessage: showOneMessageCall,
  teamDashboard: teamDashboardCall,
  showMember: showMemberCall,
  showTeamReport: showTeamReportCall,
  adminDashboard: adminDashboardCall,
  listFlags: listFlagsCall,
  showFlagEvidence: showFlagEvidenceCall,
  addFlag: addFlagCall,
  removeFlag: removeFlagCall,
  removeFlags: removeFlagsCall,
  setFlags: setFlagsCall,
  showSenders: showSendersCall,
  showOwnOrganization: showOwnOrganizationCall,
  listOwnUsers: listOwnUsersCall,
  correctOwnUser: correctOwnUserCall,
  inviteOwnUsers: inviteOwnUsersCall,
  setOwnUserStatus: setOwnUserStatusCall,
  resetFactorsOfOwnUser: resetFactorsOfOwnUserCall,
  proposeOwnDomain: proposeOwnDomainCall,
  sendOwnInvitation: sendOwnInvitationCall,
  withdrawOwnInvitation: withdrawOwnInvitationCall,
  listUsers: listUsersCall,
  saveUser: saveUserCall,
  setUserStatus: setUserStatusCall,
  importUsers: importUsersCall,
  exportUsers: exportUsersCall,
  removeUser: removeUserCall,
  showFactorPolicy: showFactorPolicyCall,
  setFactorPolicy: setFactorPolicyCall,
  resetFactorsOfUser: resetFactorsOfUserCall,
  sendInvitation: sendInvitationCall,
  endInvitation: endInvitationCall,
  listOrganizations: listOrganizationsCall,
  saveOrganization: saveOrganizationCall,
  setOrganizationStatus: setOrganizationStatusCall,
  setJudge: setJudgeCall,
  showJudge: showJudgeCall,
  removeOrganization: removeOrganizationCall,
  listOrganizationDomains: listOrganizationDomainsCall,
  addDomain: addDomainCall,
  deleteDomain: deleteDomainCall,
  showSignInSettings: showSignInSettingsCall,
  saveSignInSettings: saveSignInSettingsCall,
  checkIssuer: checkIssuerCall,
  showIdentity: showIdentityCall,
  linkByHand: linkByHandCall,
  unlinkIdentity: unlinkIdentityCall,
  showScim: showScimCall,
  saveScim: saveScimCall,
  addScimToken: addScimTokenCall,
  removeScimToken: removeScimTokenCall,
  showArrival: showArrivalCall,
  showConnection: showConnectionCall,
  listKeys: listKeysCall,
  issueKey: issueKeyCall,
  expireKey: expireKeyCall,
  revokeKey: revokeKeyCall,
  listOperatorKeys: listOperatorKeysCall,
  issueOperatorKey: issueOperatorKeyCall,
  expireOperatorKey: expireOperatorKeyCall,
  coverByOperatorKey: coverByOperatorKeyCall,
  revokeOperatorKey: revokeOperatorKeyCall,
  listAudit: listAuditCall,
  listWebhooks: listWebhooksCall,
  createWebhook: createWebhookCall,
  changeWebhook: changeWebhookCall,
  renewWebhookSecret: renewWebhookSecretCall,
  testWebhook: testWebhookCall,
  removeWebhook: removeWebhookCall,
  listDeliveries: listDeliveriesCall,
  sendDeliveryAgain: sendDeliveryAgainCall,
  deleteDeliveries: deleteDeliveriesCall,
  exportAudit: exportAuditCall,
  search: searchCall,
  reportScans: reportScansCall,
  takeRspamdReport: takeRspamdReportCall,
  rspamdDomains: rspamdDomainsCall,
  rspamdFlags: rspamdFlagsCall,
  analyseMail: analyseMailCall,
  generateReceipt: generateReceiptCall,
  listReceipts: listReceiptsCall,
  renewReceiptLink: renewReceiptLinkCall,
  showAttention: showAttentionCall,
  showDailyCounts: showDailyCountsCall,
  showOrganizationThreats: showOrganizationThreatsCall,
  showOrganizationSummary: showOrganizationSummaryCall,
  supportRequest: supportRequestCall,
  checkMail: checkMailCall,
  reportMail: reportMailCall,
}
export type CallName = keyof typeof calls
