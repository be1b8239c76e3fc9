import type { CallName, calls } from '../contract/endpoints.ts'
import { showCapabilities } from './accounts/capabilities.ts'
import { consent } from './accounts/consent.ts'
import { exportUsers } from './accounts/export-users.ts'
import { addPasskey, beginPasskey } from './accounts/factors/add-passkey.ts'
import { addTotp, beginTotp } from './accounts/factors/add-totp.ts'
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
import { askForErasure, showOwnData } from './accounts/own/own-data.ts'
import { endAllOtherSessions, endOneSession, listSessions } from './accounts/own/sessions.ts'
import { removeUser } from './accounts/remove-user.ts'
import { saveUser } from './accounts/save-user.ts'
import { extendSession, showSession } from './accounts/session-end.ts'
import { setUserStatus } from './accounts/set-status.ts'
import { signIn } from './accounts/sign-in.ts'
import { signOut } from './accounts/sign-out.ts'
import { showArrival } from './arrivals/show-arrival.ts'
import { listAudit } from './audit/list.ts'
import type { Services } from './core/services.ts'
import { adminDashboard } from './dashboards/admin.ts'
import { employeeDashboard } from './dashboards/employee.ts'
import { teamDashboard } from './dashboards/team.ts'
import { addFlag } from './flags/add.ts'
import { flagEvidence } from './flags/evidence.ts'
import { listFlags } from './flags/list.ts'
import { removeFlag } from './flags/remove.ts'
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
import { listOrganizations } from './organizations/list.ts'
import { removeOrganization } from './organizations/remove.ts'
import { saveOrganization } from './organizations/save.ts'
import { setOrganizationStatus } from './organizations/status.ts'
import { policy } from './policy/policy.ts'
import { generateReceipt } from './receipts/generate-receipt.ts'
import { rspamdFlags } from './rspamd/flags.ts'
import { takeReport } from './rspamd/take-report.ts'
import { reportScans } from './scans/report.ts'
import { supportRequest } from './support/support-request.ts'

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
  me,
  session: showSession,
  extendSession,
  signOut,
  confirm,
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
  teamDashboard,
  adminDashboard,
  flagsList: listFlags,
  flagsEvidence: flagEvidence,
  flagsAdd: addFlag,
  flagsRemove: removeFlag,
  adminUsers: listUsers,
  adminUsersSave: saveUser,
  adminUsersStatus: setUserStatus,
  adminUsersImport: importUsers,
  adminUsersExport: exportUsers,
  adminUsersRemove: removeUser,
  adminInvitationSend: sendInvitation,
  adminInvitationWithdraw: endInvitation,
  adminOrganizations: listOrganizations,
  adminOrganizationsSave: saveOrganization,
  adminOrganizationsStatus: setOrganizationStatus,
  adminOrganizationsRemove: removeOrganization,
  adminArrival: showArrival,
  adminConnection: showConnection,
  adminKeys: listKeys,
  adminKeysIssue: issueKey,
  adminKeysExpire: expireKey,
  adminKeysRevoke: revokeKey,
  adminAudit: listAudit,
  scans: reportScans,
  rspamd: takeReport,
  rspamdFlags,
  adminReceipt: generateReceipt,
  supportRequest,
  mailChecks: checkMail,
  mailReports: reportMail,
}

export function bindCalls(services: Services): readonly Binding[] {
  return Object.values(handlers).map((bind) => bind(services))
}
