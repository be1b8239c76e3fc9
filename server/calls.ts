import type { CallName, calls } from '../contract/endpoints.ts'
import { changeOwnPassword } from './account/change-own-password.ts'
import { chooseLanguage } from './account/choose-language.ts'
import { confirm } from './account/confirm.ts'
import { confirmWithPasskey, passkeyToConfirm } from './account/confirm-passkey.ts'
import { consent } from './account/consent.ts'
import { me } from './account/me.ts'
import { askForErasure, showOwnData } from './account/own-data.ts'
import { endAllOtherSessions, endOneSession, listSessions } from './account/own-sessions.ts'
import { showAttention } from './attention/show-attention.ts'
import { showDailyCounts } from './attention/show-daily-counts.ts'
import { exportAudit } from './audit/export-audit.ts'
import { listAudit } from './audit/list-audit.ts'
import type { Services } from './core/services.ts'
import { checkMail } from './emails/checks/check-mail.ts'
import { employeeDashboard } from './emails/employee-dashboard.ts'
import { listMessages } from './emails/messages/list-messages.ts'
import { showOneMessage } from './emails/messages/show-one-message.ts'
import { reportScans } from './emails/report-scans.ts'
import { reportMail } from './emails/reports/report-mail.ts'
import { addFlag } from './flags/add-flag.ts'
import { listFlags } from './flags/list-flags.ts'
import { removeFlag } from './flags/remove-flag.ts'
import { removeFlags } from './flags/remove-flags.ts'
import { setFlags } from './flags/set-flags.ts'
import { showFlagEvidence } from './flags/show-flag-evidence.ts'
import { showSenders } from './flags/show-senders.ts'
import { showArrival } from './gateways/arrivals/show-arrival.ts'
import { expireKey } from './gateways/keys/expire-key.ts'
import { issueKey } from './gateways/keys/issue-key.ts'
import { listKeys } from './gateways/keys/list-keys.ts'
import { revokeKey } from './gateways/keys/revoke-key.ts'
import { showConnection } from './gateways/keys/show-connection.ts'
import { rspamdFlags } from './gateways/rspamd/rspamd-flags.ts'
import { takeRspamdReport } from './gateways/rspamd/take-rspamd-report.ts'
import type { Binding } from './http/bind.ts'
import { health } from './http/health.ts'
import { ready } from './http/ready.ts'
import { adminDashboard } from './organizations/admin-dashboard.ts'
import { addDomain, deleteDomain, listOrganizationDomains } from './organizations/admin-domains.ts'
import { listOrganizations } from './organizations/list-organizations.ts'
import { proposeOwnDomain } from './organizations/propose-own-domain.ts'
import { removeOrganization } from './organizations/remove-organization.ts'
import { saveOrganization } from './organizations/save-organization.ts'
import { setOrganizationStatus } from './organizations/set-organization-status.ts'
import { showOrganizationSummary } from './organizations/show-organization-summary.ts'
import { showOwnOrganization } from './organizations/show-own-organization.ts'
import { policy } from './policy/policy.ts'
import { generateReceipt } from './receipts/generate-receipt.ts'
import { listReceipts } from './receipts/list-receipts.ts'
import { renewReceiptLink } from './receipts/renew-receipt-link.ts'
import { showRisk } from './risk/show-risk.ts'
import { addScimToken, removeScimToken, saveScim, showScim } from './scim/admin-scim.ts'
import { search } from './search/search.ts'
import { addPasskey, beginPasskey } from './sign-in/factors/add-passkey.ts'
import { addTotp, beginTotp } from './sign-in/factors/add-totp.ts'
import { setFactorPolicy, showFactorPolicy } from './sign-in/factors/admin-factor-policy.ts'
import { listFactors, removeFactor, replaceRecoveryCodes } from './sign-in/factors/own-factors.ts'
import { resetFactorsOfUser } from './sign-in/factors/reset-factors-of-user.ts'
import { signInWithCode } from './sign-in/factors/sign-in-with-code.ts'
import { showPasskeyOptions, signInWithPasskey } from './sign-in/factors/sign-in-with-passkey.ts'
import { endInvitation, sendInvitation } from './sign-in/links/admin-invitations.ts'
import { forgottenPassword } from './sign-in/links/forgotten-password.ts'
import { setPassword } from './sign-in/links/set-password.ts'
import { showPasswordLink } from './sign-in/links/show-password-link.ts'
import { extendSession, showSession } from './sign-in/sessions/own-session.ts'
import { showCapabilities } from './sign-in/show-capabilities.ts'
import { signInWithPassword } from './sign-in/sign-in-with-password.ts'
import { signOut } from './sign-in/sign-out.ts'
import {
  beginSingleSignOn,
  confirmAtProvider,
} from './sign-in/single-sign-on/begin-single-sign-on.ts'
import { checkIssuer } from './sign-in/single-sign-on/check-issuer.ts'
import { finishSingleSignOn } from './sign-in/single-sign-on/finish-single-sign-on.ts'
import {
  saveSignInSettings,
  showSignInSettings,
} from './sign-in/single-sign-on/sign-in-settings.ts'
import { linkByHand, showIdentity, unlinkIdentity } from './sign-in/single-sign-on/user-identity.ts'
import { supportRequest } from './support-requests/support-request.ts'
import { showMember } from './team/show-member.ts'
import { showTeamReport } from './team/show-team-report.ts'
import { teamDashboard } from './team/team-dashboard.ts'
import { exportUsers } from './users/export-users.ts'
import { importUsers } from './users/import/import-users.ts'
import { listUsers } from './users/list-users.ts'
import { correctOwnUser } from './users/own/correct-own-user.ts'
import { inviteOwnUsers } from './users/own/invite-own-users.ts'
import { listOwnUsers } from './users/own/list-own-users.ts'
import { sendOwnInvitation, withdrawOwnInvitation } from './users/own/own-invitations.ts'
import { resetFactorsOfOwnUser } from './users/own/reset-factors-of-own-user.ts'
import { setOwnUserStatus } from './users/own/set-own-user-status.ts'
import { removeUser } from './users/remove-user.ts'
import { saveUser } from './users/save-user.ts'
import { setUserStatus } from './users/set-user-status.ts'
import { deleteDeliveries, listDeliveries, sendDeliveryAgain } from './webhooks/admin-deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
} from './webhooks/admin-webhooks.ts'
import { renewWebhookSecret } from './webhooks/renew-webhook-secret.ts'
import { testWebhook } from './webhooks/test-webhook.ts'

type Handlers = {
  readonly [Name in CallName]: (services: Services) => Binding<(typeof calls)[Name]['endpoint']>
}

/** What answers each call of the contract; a call without a handler is a type error. */
const handlers: Handlers = {
  health,
  ready,
  showCapabilities,
  signInWithPassword,
  forgottenPassword,
  showPasswordLink,
  setPassword,
  signInWithCode,
  showPasskeyOptions,
  signInWithPasskey,
  beginSingleSignOn,
  finishSingleSignOn,
  confirmAtProvider,
  me,
  showSession,
  extendSession,
  signOut,
  confirm,
  passkeyToConfirm,
  confirmWithPasskey,
  chooseLanguage,
  changeOwnPassword,
  listSessions,
  endOneSession,
  endAllOtherSessions,
  showOwnData,
  askForErasure,
  consent,
  listFactors,
  beginTotp,
  addTotp,
  beginPasskey,
  addPasskey,
  replaceRecoveryCodes,
  removeFactor,
  policy,
  employeeDashboard,
  listMessages,
  showRisk,
  showOneMessage,
  teamDashboard,
  showMember,
  showTeamReport,
  adminDashboard,
  listFlags,
  showFlagEvidence,
  addFlag,
  removeFlag,
  removeFlags,
  setFlags,
  showSenders,
  showOwnOrganization,
  listOwnUsers,
  correctOwnUser,
  inviteOwnUsers,
  setOwnUserStatus,
  resetFactorsOfOwnUser,
  proposeOwnDomain,
  sendOwnInvitation,
  withdrawOwnInvitation,
  listUsers,
  saveUser,
  setUserStatus,
  importUsers,
  exportUsers,
  removeUser,
  showFactorPolicy,
  setFactorPolicy,
  resetFactorsOfUser,
  sendInvitation,
  endInvitation,
  listOrganizations,
  saveOrganization,
  setOrganizationStatus,
  removeOrganization,
  listOrganizationDomains,
  addDomain,
  deleteDomain,
  showSignInSettings,
  saveSignInSettings,
  checkIssuer,
  showIdentity,
  linkByHand,
  unlinkIdentity,
  showScim,
  saveScim,
  addScimToken,
  removeScimToken,
  showArrival,
  showConnection,
  listKeys,
  issueKey,
  expireKey,
  revokeKey,
  listAudit,
  listWebhooks,
  createWebhook,
  changeWebhook,
  renewWebhookSecret,
  testWebhook,
  removeWebhook,
  listDeliveries,
  sendDeliveryAgain,
  deleteDeliveries,
  exportAudit,
  search,
  reportScans,
  takeRspamdReport,
  rspamdFlags,
  generateReceipt,
  listReceipts,
  renewReceiptLink,
  showAttention,
  showDailyCounts,
  showOrganizationSummary,
  supportRequest,
  checkMail,
  reportMail,
}

export function bindCalls(services: Services): readonly Binding[] {
  return Object.values(handlers).map((bind) => bind(services))
}
