import type { CallName, calls } from '../contract/endpoints.ts'
import { showCapabilities } from './accounts/capabilities.ts'
import { consent } from './accounts/consent.ts'
import { exportUsers } from './accounts/export-users.ts'
import { addPasskey, beginPasskey } from './accounts/factors/add-passkey.ts'
import { addTotp, beginTotp } from './accounts/factors/add-totp.ts'
import { setFactorPolicy, showFactorPolicy } from './accounts/factors/admin-policy.ts'
import { resetFactorsOfUser } from './accounts/factors/admin-reset.ts'
import { listFactors, removeFactor, replaceRecoveryCodes } from './accounts/factors/own-factors.ts'
import { signInWithCode } from './accounts/factors/sign-in-code.ts'
import { passkeyOptions, signInWithPasskey } from './accounts/factors/sign-in-passkey.ts'
import { importUsers } from './accounts/import/import-users.ts'
import { endInvitation, sendInvitation } from './accounts/links/admin-invitations.ts'
import { forgottenPassword } from './accounts/links/forgotten-password.ts'
import { showPasswordLink } from './accounts/links/password-link.ts'
import { setPassword } from './accounts/links/set-password.ts'
import { listUsers } from './accounts/list.ts'
import { me } from './accounts/me.ts'
import { changeOwnPassword } from './accounts/own/change-password.ts'
import { confirm } from './accounts/own/confirm.ts'
import { confirmWithPasskey, passkeyToConfirm } from './accounts/own/confirm-passkey.ts'
import { chooseLanguage } from './accounts/own/language.ts'
import { askForErasure, showOwnData } from './accounts/own/own-data.ts'
import { endAllOtherSessions, endOneSession, listSessions } from './accounts/own/sessions.ts'
import { removeUser } from './accounts/remove-user.ts'
import { saveUser } from './accounts/save-user.ts'
import { extendSession, showSession } from './accounts/session-end.ts'
import { setUserStatus } from './accounts/set-status.ts'
import { signIn } from './accounts/sign-in.ts'
import { signOut } from './accounts/sign-out.ts'
import { beginSingleSignOn, confirmAtProvider } from './accounts/single-sign-on/begin.ts'
import { checkIssuer } from './accounts/single-sign-on/check-issuer.ts'
import { finishSingleSignOn } from './accounts/single-sign-on/finish.ts'
import { linkByHand, showIdentity, unlink } from './accounts/single-sign-on/link-by-hand.ts'
import { saveSignInSettings, showSignInSettings } from './accounts/single-sign-on/settings.ts'
import { showArrival } from './arrivals/show-arrival.ts'
import { showAttention } from './attention/show-attention.ts'
import { showDailyCounts } from './attention/show-daily-counts.ts'
import { exportAudit } from './audit/export.ts'
import { listAudit } from './audit/list.ts'
import type { Services } from './core/services.ts'
import { adminDashboard } from './dashboards/admin.ts'
import { employeeDashboard } from './dashboards/employee.ts'
import { showRisk } from './dashboards/risk.ts'
import { teamDashboard } from './dashboards/team.ts'
import { addFlag } from './flags/add.ts'
import { flagEvidence } from './flags/evidence.ts'
import { listFlags } from './flags/list.ts'
import { removeFlag } from './flags/remove.ts'
import { removeFlags } from './flags/remove-many.ts'
import { showSenders } from './flags/senders.ts'
import { setFlags } from './flags/set.ts'
import { showConnection } from './gateway-keys/connection.ts'
import { expireKey } from './gateway-keys/expiry.ts'
import { issueKey } from './gateway-keys/issue.ts'
import { listKeys } from './gateway-keys/list.ts'
import { revokeKey } from './gateway-keys/revoke.ts'
import type { Binding } from './http/bind.ts'
import { health } from './http/health.ts'
import { ready } from './http/ready.ts'
import { checkMail } from './mail-checks/check-mail.ts'
import { reportMail } from './mail-reports/report-mail.ts'
import { listMessages } from './messages/list.ts'
import { showOneMessage } from './messages/show.ts'
import { addDomain, deleteDomain, listOrganizationDomains } from './organizations/admin-domains.ts'
import { listOrganizations } from './organizations/list.ts'
import { correctOwnUser } from './organizations/own/correct-user.ts'
import { sendOwnInvitation, withdrawOwnInvitation } from './organizations/own/invitations.ts'
import { inviteToOwnOrganization } from './organizations/own/invite.ts'
import { listOwnUsers } from './organizations/own/list-users.ts'
import { showOwnOrganization } from './organizations/own/own-organization.ts'
import { proposeOwnDomain } from './organizations/own/propose-domain.ts'
import { resetFactorsOfOwnUser } from './organizations/own/reset-factors.ts'
import { setOwnUserStatus } from './organizations/own/users-status.ts'
import { removeOrganization } from './organizations/remove.ts'
import { saveOrganization } from './organizations/save.ts'
import { setOrganizationStatus } from './organizations/status.ts'
import { showSummary } from './organizations/summary.ts'
import { policy } from './policy/policy.ts'
import { generateReceipt } from './receipts/generate-receipt.ts'
import { linkAgain } from './receipts/link-again.ts'
import { listReceipts } from './receipts/list-receipts.ts'
import { rspamdFlags } from './rspamd/flags.ts'
import { takeReport } from './rspamd/take-report.ts'
import { reportScans } from './scans/report.ts'
import { issueToken, revokeToken, saveScim, showScim } from './scim/admin-scim.ts'
import { searchAnything } from './search/search.ts'
import { supportRequest } from './support/support-request.ts'
import { showMember } from './team/show-member.ts'
import { showReport } from './team/show-report.ts'
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
