import type { CallName, calls } from '../contract/endpoints.ts'
import { changeOwnPassword } from './account/change-password.ts'
import { confirm } from './account/confirm.ts'
import { confirmWithPasskey, passkeyToConfirm } from './account/confirm-passkey.ts'
import { consent } from './account/consent.ts'
import { chooseLanguage } from './account/language.ts'
import { me } from './account/me.ts'
import { askForErasure, showOwnData } from './account/own-data.ts'
import { endAllOtherSessions, endOneSession, listSessions } from './account/own-sessions.ts'
import { showAttention } from './attention/show-attention.ts'
import { showDailyCounts } from './attention/show-daily-counts.ts'
import { exportAudit } from './audit/export.ts'
import { listAudit } from './audit/list.ts'
import type { Services } from './core/services.ts'
import { checkMail } from './emails/checks/check-mail.ts'
import { employeeDashboard } from './emails/employee-dashboard.ts'
import { listMessages } from './emails/messages/list.ts'
import { showOneMessage } from './emails/messages/show.ts'
import { reportScans } from './emails/report.ts'
import { reportMail } from './emails/reports/report-mail.ts'
import { addFlag } from './flags/add.ts'
import { flagEvidence } from './flags/evidence.ts'
import { listFlags } from './flags/list.ts'
import { removeFlag } from './flags/remove.ts'
import { removeFlags } from './flags/remove-many.ts'
import { showSenders } from './flags/senders.ts'
import { setFlags } from './flags/set.ts'
import { showArrival } from './gateways/arrivals/show-arrival.ts'
import { showConnection } from './gateways/keys/connection.ts'
import { expireKey } from './gateways/keys/expiry.ts'
import { issueKey } from './gateways/keys/issue.ts'
import { listKeys } from './gateways/keys/list.ts'
import { revokeKey } from './gateways/keys/revoke.ts'
import { rspamdFlags } from './gateways/rspamd/flags.ts'
import { takeReport } from './gateways/rspamd/take-report.ts'
import type { Binding } from './http/bind.ts'
import { health } from './http/health.ts'
import { ready } from './http/ready.ts'
import { adminDashboard } from './organizations/admin-dashboard.ts'
import { addDomain, deleteDomain, listOrganizationDomains } from './organizations/admin-domains.ts'
import { listOrganizations } from './organizations/list.ts'
import { showOwnOrganization } from './organizations/own-organization.ts'
import { proposeOwnDomain } from './organizations/propose-domain.ts'
import { removeOrganization } from './organizations/remove.ts'
import { saveOrganization } from './organizations/save.ts'
import { setOrganizationStatus } from './organizations/status.ts'
import { showSummary } from './organizations/summary.ts'
import { policy } from './policy/policy.ts'
import { generateReceipt } from './receipts/generate-receipt.ts'
import { linkAgain } from './receipts/link-again.ts'
import { listReceipts } from './receipts/list-receipts.ts'
import { showRisk } from './risk/show-risk.ts'
import { issueToken, revokeToken, saveScim, showScim } from './scim/admin-scim.ts'
import { searchAnything } from './search/search.ts'
import { showCapabilities } from './sign-in/capabilities.ts'
import { addPasskey, beginPasskey } from './sign-in/factors/add-passkey.ts'
import { addTotp, beginTotp } from './sign-in/factors/add-totp.ts'
import { setFactorPolicy, showFactorPolicy } from './sign-in/factors/admin-policy.ts'
import { resetFactorsOfUser } from './sign-in/factors/admin-reset.ts'
import { listFactors, removeFactor, replaceRecoveryCodes } from './sign-in/factors/own-factors.ts'
import { signInWithCode } from './sign-in/factors/sign-in-code.ts'
import { passkeyOptions, signInWithPasskey } from './sign-in/factors/sign-in-passkey.ts'
import { endInvitation, sendInvitation } from './sign-in/links/admin-invitations.ts'
import { forgottenPassword } from './sign-in/links/forgotten-password.ts'
import { showPasswordLink } from './sign-in/links/password-link.ts'
import { setPassword } from './sign-in/links/set-password.ts'
import { extendSession, showSession } from './sign-in/sessions/session-end.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'
import { beginSingleSignOn, confirmAtProvider } from './sign-in/single-sign-on/begin.ts'
import { checkIssuer } from './sign-in/single-sign-on/check-issuer.ts'
import { finishSingleSignOn } from './sign-in/single-sign-on/finish.ts'
import { linkByHand, showIdentity, unlink } from './sign-in/single-sign-on/link-by-hand.ts'
import { saveSignInSettings, showSignInSettings } from './sign-in/single-sign-on/settings.ts'
import { supportRequest } from './support-requests/support-request.ts'
import { showMember } from './team/show-member.ts'
import { showReport } from './team/show-report.ts'
import { teamDashboard } from './team/team-dashboard.ts'
import { exportUsers } from './users/export-users.ts'
import { importUsers } from './users/import/import-users.ts'
import { listUsers } from './users/list-users.ts'
import { correctOwnUser } from './users/own/correct-user.ts'
import { sendOwnInvitation, withdrawOwnInvitation } from './users/own/invitations.ts'
import { inviteToOwnOrganization } from './users/own/invite.ts'
import { listOwnUsers } from './users/own/list-users.ts'
import { resetFactorsOfOwnUser } from './users/own/reset-factors.ts'
import { setOwnUserStatus } from './users/own/users-status.ts'
import { removeUser } from './users/remove-user.ts'
import { saveUser } from './users/save-user.ts'
import { setUserStatus } from './users/set-status.ts'
import { deleteDeliveries, listDeliveries, sendAgain } from './webhooks/admin-deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
} from './webhooks/admin-webhooks.ts'
import { renewSecret } from './webhooks/renew-secret.ts'
import { testWebhook } from './webhooks/test-webhook.ts'

type Handlers = {
  readonly [Name in CallName]: (services: Services) => Binding<(typeof calls)[Name]['endpoint']>
}

/** What answers each call of the contract; a call without a handler is a type error. */
const handlers: Handlers = {
  health,
  ready,
  capabilities: showCapabilities,
  signIn,
  forgottenPassword,
  passwordLink: showPasswordLink,
  setPassword,
  signInCode: signInWithCode,
  signInPasskeyOptions: passkeyOptions,
  signInPasskey: signInWithPasskey,
  singleSignOn: beginSingleSignOn,
  singleSignOnFinish: finishSingleSignOn,
  singleSignOnConfirm: confirmAtProvider,
  me,
  session: showSession,
  extendSession,
  signOut,
  confirm,
  confirmPasskeyOptions: passkeyToConfirm,
  confirmPasskey: confirmWithPasskey,
  accountLanguage: chooseLanguage,
  accountPassword: changeOwnPassword,
  accountSessions: listSessions,
  accountSessionsEnd: endOneSession,
  accountSessionsEndOthers: endAllOtherSessions,
  accountData: showOwnData,
  accountErasure: askForErasure,
  consent,
  factors: listFactors,
  totpBegin: beginTotp,
  totpAdd: addTotp,
  passkeyBegin: beginPasskey,
  passkeyAdd: addPasskey,
  recoveryCodes: replaceRecoveryCodes,
  factorRemove: removeFactor,
  policy,
  employeeDashboard,
  messages: listMessages,
  risk: showRisk,
  message: showOneMessage,
  teamDashboard,
  teamMember: showMember,
  teamReport: showReport,
  adminDashboard,
  flagsList: listFlags,
  flagsEvidence: flagEvidence,
  flagsAdd: addFlag,
  flagsRemove: removeFlag,
  flagsRemoveMany: removeFlags,
  flagsSet: setFlags,
  flagsSenders: showSenders,
  organization: showOwnOrganization,
  organizationUsers: listOwnUsers,
  organizationUsersCorrect: correctOwnUser,
  organizationUsersInvite: inviteToOwnOrganization,
  organizationUsersStatus: setOwnUserStatus,
  organizationFactorsReset: resetFactorsOfOwnUser,
  organizationDomainsPropose: proposeOwnDomain,
  organizationInvitationSend: sendOwnInvitation,
  organizationInvitationWithdraw: withdrawOwnInvitation,
  adminUsers: listUsers,
  adminUsersSave: saveUser,
  adminUsersStatus: setUserStatus,
  adminUsersImport: importUsers,
  adminUsersExport: exportUsers,
  adminUsersRemove: removeUser,
  factorPolicy: showFactorPolicy,
  factorPolicySet: setFactorPolicy,
  adminFactorsReset: resetFactorsOfUser,
  adminInvitationSend: sendInvitation,
  adminInvitationWithdraw: endInvitation,
  adminOrganizations: listOrganizations,
  adminOrganizationsSave: saveOrganization,
  adminOrganizationsStatus: setOrganizationStatus,
  adminOrganizationsRemove: removeOrganization,
  adminDomains: listOrganizationDomains,
  adminDomainsAdd: addDomain,
  adminDomainsRemove: deleteDomain,
  adminSignIn: showSignInSettings,
  adminSignInSave: saveSignInSettings,
  adminSignInCheck: checkIssuer,
  adminUserLink: showIdentity,
  adminUserLinkSave: linkByHand,
  adminUserLinkRemove: unlink,
  adminScim: showScim,
  adminScimSave: saveScim,
  adminScimTokensIssue: issueToken,
  adminScimTokensRevoke: revokeToken,
  adminArrival: showArrival,
  adminConnection: showConnection,
  adminKeys: listKeys,
  adminKeysIssue: issueKey,
  adminKeysExpire: expireKey,
  adminKeysRevoke: revokeKey,
  adminAudit: listAudit,
  adminWebhooks: listWebhooks,
  adminWebhooksCreate: createWebhook,
  adminWebhooksChange: changeWebhook,
  adminWebhooksSecret: renewSecret,
  adminWebhooksTest: testWebhook,
  adminWebhooksRemove: removeWebhook,
  adminWebhookDeliveries: listDeliveries,
  adminWebhookDeliveriesSend: sendAgain,
  adminWebhookDeliveriesDelete: deleteDeliveries,
  adminAuditExport: exportAudit,
  search: searchAnything,
  scans: reportScans,
  rspamd: takeReport,
  rspamdFlags,
  adminReceipt: generateReceipt,
  adminReceipts: listReceipts,
  adminReceiptLink: linkAgain,
  adminAttention: showAttention,
  adminDailyCounts: showDailyCounts,
  adminOrganizationSummary: showSummary,
  supportRequest,
  mailChecks: checkMail,
  mailReports: reportMail,
}

export function bindCalls(services: Services): readonly Binding[] {
  return Object.values(handlers).map((bind) => bind(services))
}
