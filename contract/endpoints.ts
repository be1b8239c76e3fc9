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
import { accountPasswordCall } from './endpoints/account-password.ts'
import {
  accountSessionsCall,
  accountSessionsEndCall,
  accountSessionsEndOthersCall,
} from './endpoints/account-sessions.ts'
import { adminArrivalCall } from './endpoints/admin-arrival.ts'
import { adminAuditCall } from './endpoints/admin-audit.ts'
import { adminConnectionCall } from './endpoints/admin-connection.ts'
import { adminDashboardCall } from './endpoints/admin-dashboard.ts'
import {
  adminInvitationSendCall,
  adminInvitationWithdrawCall,
} from './endpoints/admin-invitations.ts'
import { adminKeysCall } from './endpoints/admin-keys.ts'
import { adminKeysExpireCall } from './endpoints/admin-keys-expire.ts'
import { adminKeysIssueCall } from './endpoints/admin-keys-issue.ts'
import { adminKeysRevokeCall } from './endpoints/admin-keys-revoke.ts'
import { adminOrganizationsCall } from './endpoints/admin-organizations.ts'
import { adminOrganizationsRemoveCall } from './endpoints/admin-organizations-remove.ts'
import { adminOrganizationsSaveCall } from './endpoints/admin-organizations-save.ts'
import { adminOrganizationsStatusCall } from './endpoints/admin-organizations-status.ts'
import { adminReceiptCall } from './endpoints/admin-receipt.ts'
import { adminUsersCall } from './endpoints/admin-users.ts'
import { adminUsersExportCall } from './endpoints/admin-users-export.ts'
import { adminUsersImportCall } from './endpoints/admin-users-import.ts'
import { adminUsersRemoveCall } from './endpoints/admin-users-remove.ts'
import { adminUsersSaveCall } from './endpoints/admin-users-save.ts'
import { adminUsersStatusCall } from './endpoints/admin-users-status.ts'
import { capabilitiesCall } from './endpoints/capabilities.ts'
import { confirmCall } from './endpoints/confirm.ts'
import { consentCall } from './endpoints/consent.ts'
import { employeeDashboardCall } from './endpoints/employee-dashboard.ts'
import { flagsAddCall } from './endpoints/flags-add.ts'
import { flagsEvidenceCall } from './endpoints/flags-evidence.ts'
import { flagsListCall } from './endpoints/flags-list.ts'
import { flagsRemoveCall } from './endpoints/flags-remove.ts'
import { forgottenPasswordCall } from './endpoints/forgotten-password.ts'
import { healthCall } from './endpoints/health.ts'
import { mailChecksCall } from './endpoints/mail-checks.ts'
import { mailReportsCall } from './endpoints/mail-reports.ts'
import { meCall } from './endpoints/me.ts'
import { passwordLinkCall, setPasswordCall } from './endpoints/password-link.ts'
import { policyCall } from './endpoints/policy.ts'
import { readyCall } from './endpoints/ready.ts'
import { rspamdCall } from './endpoints/rspamd.ts'
import { rspamdFlagsCall } from './endpoints/rspamd-flags.ts'
import { scansCall } from './endpoints/scans.ts'
import { extendSessionCall, sessionCall } from './endpoints/session.ts'
import { signInCall } from './endpoints/sign-in.ts'
import {
  signInCodeCall,
  signInPasskeyCall,
  signInPasskeyOptionsCall,
} from './endpoints/sign-in-second-step.ts'
import { signOutCall } from './endpoints/sign-out.ts'
import { supportRequestCall } from './endpoints/support-request.ts'
import { teamDashboardCall } from './endpoints/team-dashboard.ts'

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
  me: meCall,
  session: sessionCall,
  extendSession: extendSessionCall,
  signOut: signOutCall,
  confirm: confirmCall,
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
  teamDashboard: teamDashboardCall,
  adminDashboard: adminDashboardCall,
  flagsList: flagsListCall,
  flagsEvidence: flagsEvidenceCall,
  flagsAdd: flagsAddCall,
  flagsRemove: flagsRemoveCall,
  adminUsers: adminUsersCall,
  adminUsersSave: adminUsersSaveCall,
  adminUsersStatus: adminUsersStatusCall,
  adminUsersImport: adminUsersImportCall,
  adminUsersExport: adminUsersExportCall,
  adminUsersRemove: adminUsersRemoveCall,
  adminInvitationSend: adminInvitationSendCall,
  adminInvitationWithdraw: adminInvitationWithdrawCall,
  adminOrganizations: adminOrganizationsCall,
  adminOrganizationsSave: adminOrganizationsSaveCall,
  adminOrganizationsStatus: adminOrganizationsStatusCall,
  adminOrganizationsRemove: adminOrganizationsRemoveCall,
  adminArrival: adminArrivalCall,
  adminConnection: adminConnectionCall,
  adminKeys: adminKeysCall,
  adminKeysIssue: adminKeysIssueCall,
  adminKeysExpire: adminKeysExpireCall,
  adminKeysRevoke: adminKeysRevokeCall,
  adminAudit: adminAuditCall,
  scans: scansCall,
  rspamd: rspamdCall,
  rspamdFlags: rspamdFlagsCall,
  adminReceipt: adminReceiptCall,
  supportRequest: supportRequestCall,
  mailChecks: mailChecksCall,
  mailReports: mailReportsCall,
}
export type CallName = keyof typeof calls
