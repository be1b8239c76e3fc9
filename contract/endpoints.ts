/*
 * Every call of the contract by its name: `import * as calls`. What the server binds, the OpenAPI document
 * and the tests of all calls follow from it. The site imports the endpoints that it needs one by one, and
 * never this.
 */

export { changeOwnPasswordEndpoint as changeOwnPassword } from './account/change-own-password.ts'
export { chooseAnswersEndpoint as chooseAnswers } from './account/choose-answers.ts'
export { chooseLanguageEndpoint as chooseLanguage } from './account/choose-language.ts'
export { confirmEndpoint as confirm } from './account/confirm.ts'
export {
  confirmWithPasskeyEndpoint as confirmWithPasskey,
  passkeyToConfirmEndpoint as passkeyToConfirm,
} from './account/confirm-passkey.ts'
export { consentEndpoint as consent } from './account/consent.ts'
export { meEndpoint as me } from './account/me.ts'
export {
  askForErasureEndpoint as askForErasure,
  showOwnDataEndpoint as showOwnData,
} from './account/own-data.ts'
export {
  endAllOtherSessionsEndpoint as endAllOtherSessions,
  endOneSessionEndpoint as endOneSession,
  listSessionsEndpoint as listSessions,
} from './account/own-sessions.ts'
export { setPasswordEndpoint as setPassword } from './account/set-password.ts'
export { showAttentionEndpoint as showAttention } from './attention/show-attention.ts'
export { showDailyCountsEndpoint as showDailyCounts } from './attention/show-daily-counts.ts'
export { showOrganizationThreatsEndpoint as showOrganizationThreats } from './attention/show-organization-threats.ts'
export { exportAuditEndpoint as exportAudit } from './audit/export-audit.ts'
export { listAuditEndpoint as listAudit } from './audit/list-audit.ts'
export { healthEndpoint as health } from './core/health.ts'
export { readyEndpoint as ready } from './core/ready.ts'
export { checkMailEndpoint as checkMail } from './emails/check-mail.ts'
export { employeeDashboardEndpoint as employeeDashboard } from './emails/employee-dashboard.ts'
export {
  reportKnownMailEndpoint as reportKnownMail,
  showKnownMailEndpoint as showKnownMail,
} from './emails/known-mail.ts'
export { listMessagesEndpoint as listMessages } from './emails/list-messages.ts'
export { reportMailEndpoint as reportMail } from './emails/report-mail.ts'
export { reportScansEndpoint as reportScans } from './emails/report-scans.ts'
export { showOneMessageEndpoint as showOneMessage } from './emails/show-one-message.ts'
export { addFlagEndpoint as addFlag } from './flags/add-flag.ts'
export { listFlagsEndpoint as listFlags } from './flags/list-flags.ts'
export { removeFlagEndpoint as removeFlag } from './flags/remove-flag.ts'
export { removeFlagsEndpoint as removeFlags } from './flags/remove-flags.ts'
export { setFlagsEndpoint as setFlags } from './flags/set-flags.ts'
export { showFlagEvidenceEndpoint as showFlagEvidence } from './flags/show-flag-evidence.ts'
export { showSendersEndpoint as showSenders } from './flags/show-senders.ts'
export {
  coverByOperatorKeyEndpoint as coverByOperatorKey,
  expireOperatorKeyEndpoint as expireOperatorKey,
  issueOperatorKeyEndpoint as issueOperatorKey,
  listOperatorKeysEndpoint as listOperatorKeys,
  revokeOperatorKeyEndpoint as revokeOperatorKey,
} from './gateways/admin-operator-keys.ts'
export { expireKeyEndpoint as expireKey } from './gateways/expire-key.ts'
export { issueKeyEndpoint as issueKey } from './gateways/issue-key.ts'
export { listKeysEndpoint as listKeys } from './gateways/list-keys.ts'
export { revokeKeyEndpoint as revokeKey } from './gateways/revoke-key.ts'
export { rspamdDomainsEndpoint as rspamdDomains } from './gateways/rspamd-domains.ts'
export { rspamdFlagsEndpoint as rspamdFlags } from './gateways/rspamd-flags.ts'
export { showArrivalEndpoint as showArrival } from './gateways/show-arrival.ts'
export { showConnectionEndpoint as showConnection } from './gateways/show-connection.ts'
export { takeRspamdReportEndpoint as takeRspamdReport } from './gateways/take-rspamd-report.ts'
export { analyseMailEndpoint as analyseMail } from './judge/analyse-mail.ts'
export {
  setJudgeEndpoint as setJudge,
  showJudgeEndpoint as showJudge,
} from './judge/judge-settings.ts'
export {
  exportLearningEndpoint as exportLearning,
  forgetLearningEndpoint as forgetLearning,
  restoreLearningEndpoint as restoreLearning,
  setLearningEndpoint as setLearning,
  showLearningEndpoint as showLearning,
} from './judge/learning.ts'
export { showBrowserKnowledgeEndpoint as showBrowserKnowledge } from './judge/show-browser-knowledge.ts'
export { showJudgeKnowledgeEndpoint as showJudgeKnowledge } from './judge/show-judge-knowledge.ts'
export {
  inviteOwnToMailboxesEndpoint as inviteOwnToMailboxes,
  inviteToMailboxesEndpoint as inviteToMailboxes,
} from './mailboxes/invite-to-mailboxes.ts'
export {
  findCredentialServerEndpoint as findCredentialServer,
  keepMailboxCredentialEndpoint as keepMailboxCredential,
  removeMailboxCredentialEndpoint as removeMailboxCredential,
  retryMailboxCredentialEndpoint as retryMailboxCredential,
  showMailboxCredentialEndpoint as showMailboxCredential,
} from './mailboxes/mailbox-credential.ts'
export {
  changeMailboxEndpoint as changeMailbox,
  connectMailboxEndpoint as connectMailbox,
  disconnectMailboxEndpoint as disconnectMailbox,
  findMailServerEndpoint as findMailServer,
  moveBackEndpoint as moveBack,
  showMailboxEndpoint as showMailbox,
} from './mailboxes/own-mailbox.ts'
export {
  beginMailboxSignInEndpoint as beginMailboxSignIn,
  finishMailboxSignInEndpoint as finishMailboxSignIn,
} from './mailboxes/sign-in-mailbox.ts'
export { adminDashboardEndpoint as adminDashboard } from './organizations/admin-dashboard.ts'
export {
  addDomainEndpoint as addDomain,
  deleteDomainEndpoint as deleteDomain,
  listOrganizationDomainsEndpoint as listOrganizationDomains,
} from './organizations/admin-domains.ts'
export { listOrganizationsEndpoint as listOrganizations } from './organizations/list-organizations.ts'
export { proposeOwnDomainEndpoint as proposeOwnDomain } from './organizations/propose-own-domain.ts'
export { removeOrganizationEndpoint as removeOrganization } from './organizations/remove-organization.ts'
export { saveOrganizationEndpoint as saveOrganization } from './organizations/save-organization.ts'
export { setOrganizationStatusEndpoint as setOrganizationStatus } from './organizations/set-organization-status.ts'
export { showOrganizationSummaryEndpoint as showOrganizationSummary } from './organizations/show-organization-summary.ts'
export { showOwnOrganizationEndpoint as showOwnOrganization } from './organizations/show-own-organization.ts'
export { policyEndpoint as policy } from './policy/policy.ts'
export { generateReceiptEndpoint as generateReceipt } from './receipts/generate-receipt.ts'
export { listReceiptsEndpoint as listReceipts } from './receipts/list-receipts.ts'
export { renewReceiptLinkEndpoint as renewReceiptLink } from './receipts/renew-receipt-link.ts'
export { showRiskEndpoint as showRisk } from './risk/show-risk.ts'
export {
  addScimTokenEndpoint as addScimToken,
  removeScimTokenEndpoint as removeScimToken,
  saveScimEndpoint as saveScim,
  showScimEndpoint as showScim,
} from './scim/admin-scim.ts'
export { searchEndpoint as search } from './search/search.ts'
export {
  addPasskeyEndpoint as addPasskey,
  beginPasskeyEndpoint as beginPasskey,
} from './sign-in/add-passkey.ts'
export { addTotpEndpoint as addTotp, beginTotpEndpoint as beginTotp } from './sign-in/add-totp.ts'
export {
  setFactorPolicyEndpoint as setFactorPolicy,
  showFactorPolicyEndpoint as showFactorPolicy,
} from './sign-in/admin-factor-policy.ts'
export {
  beginSingleSignOnEndpoint as beginSingleSignOn,
  confirmAtProviderEndpoint as confirmAtProvider,
} from './sign-in/begin-single-sign-on.ts'
export { checkIssuerEndpoint as checkIssuer } from './sign-in/check-issuer.ts'
export { finishSingleSignOnEndpoint as finishSingleSignOn } from './sign-in/finish-single-sign-on.ts'
export { forgottenPasswordEndpoint as forgottenPassword } from './sign-in/forgotten-password.ts'
export {
  joinExtensionEndpoint as joinExtension,
  makeJoinCodeEndpoint as makeJoinCode,
} from './sign-in/join-extension.ts'
export {
  listFactorsEndpoint as listFactors,
  removeFactorEndpoint as removeFactor,
  replaceRecoveryCodesEndpoint as replaceRecoveryCodes,
} from './sign-in/own-factors.ts'
export {
  extendSessionEndpoint as extendSession,
  showSessionEndpoint as showSession,
} from './sign-in/own-session.ts'
export { showCapabilitiesEndpoint as showCapabilities } from './sign-in/show-capabilities.ts'
export { showPasswordLinkEndpoint as showPasswordLink } from './sign-in/show-password-link.ts'
export {
  saveSignInSettingsEndpoint as saveSignInSettings,
  showSignInSettingsEndpoint as showSignInSettings,
} from './sign-in/sign-in-settings.ts'
export { signInWithCodeEndpoint as signInWithCode } from './sign-in/sign-in-with-code.ts'
export {
  showPasskeyOptionsEndpoint as showPasskeyOptions,
  signInWithPasskeyEndpoint as signInWithPasskey,
} from './sign-in/sign-in-with-passkey.ts'
export { signInWithPasswordEndpoint as signInWithPassword } from './sign-in/sign-in-with-password.ts'
export { signOutEndpoint as signOut } from './sign-in/sign-out.ts'
export {
  linkByHandEndpoint as linkByHand,
  showIdentityEndpoint as showIdentity,
  unlinkIdentityEndpoint as unlinkIdentity,
} from './sign-in/user-identity.ts'
export { supportRequestEndpoint as supportRequest } from './support-requests/support-request.ts'
export { closeRequestEndpoint as closeRequest } from './team/close-request.ts'
export { listSupportRequestsEndpoint as listSupportRequests } from './team/list-support-requests.ts'
export { showMemberEndpoint as showMember } from './team/show-member.ts'
export { showTeamReportEndpoint as showTeamReport } from './team/show-team-report.ts'
export { teamDashboardEndpoint as teamDashboard } from './team/team-dashboard.ts'
export {
  endInvitationEndpoint as endInvitation,
  sendInvitationEndpoint as sendInvitation,
} from './users/admin-invitations.ts'
export { correctOwnUserEndpoint as correctOwnUser } from './users/correct-own-user.ts'
export { exportUsersEndpoint as exportUsers } from './users/export-users.ts'
export { importUsersEndpoint as importUsers } from './users/import-users.ts'
export { inviteOwnUsersEndpoint as inviteOwnUsers } from './users/invite-own-users.ts'
export { listOwnUsersEndpoint as listOwnUsers } from './users/list-own-users.ts'
export { listUsersEndpoint as listUsers } from './users/list-users.ts'
export {
  sendOwnInvitationEndpoint as sendOwnInvitation,
  withdrawOwnInvitationEndpoint as withdrawOwnInvitation,
} from './users/own-invitations.ts'
export { removeUserEndpoint as removeUser } from './users/remove-user.ts'
export { resetFactorsOfOwnUserEndpoint as resetFactorsOfOwnUser } from './users/reset-factors-of-own-user.ts'
export { resetFactorsOfUserEndpoint as resetFactorsOfUser } from './users/reset-factors-of-user.ts'
export { saveUserEndpoint as saveUser } from './users/save-user.ts'
export { setOwnUserStatusEndpoint as setOwnUserStatus } from './users/set-own-user-status.ts'
export { setUserStatusEndpoint as setUserStatus } from './users/set-user-status.ts'
export {
  deleteDeliveriesEndpoint as deleteDeliveries,
  listDeliveriesEndpoint as listDeliveries,
  sendDeliveryAgainEndpoint as sendDeliveryAgain,
} from './webhooks/admin-deliveries.ts'
export {
  changeWebhookEndpoint as changeWebhook,
  createWebhookEndpoint as createWebhook,
  listWebhooksEndpoint as listWebhooks,
  removeWebhookEndpoint as removeWebhook,
} from './webhooks/admin-webhooks.ts'
export { renewWebhookSecretEndpoint as renewWebhookSecret } from './webhooks/renew-webhook-secret.ts'
export { testWebhookEndpoint as testWebhook } from './webhooks/test-webhook.ts'
