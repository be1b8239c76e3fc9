// Purpose: sign-in: passwords, sessions, second factors, links in mails and single sign-on.
// May import: core, database, http, audit, mail, organizations.
// Start reading: sign-in-with-password.ts, then sessions/begin-session.ts.

export { joinExtension, makeJoinCode } from './extension/join-extension.ts'
export { addPasskey, beginPasskey } from './factors/add-passkey.ts'
export { addTotp, beginTotp } from './factors/add-totp.ts'
export { setFactorPolicy, showFactorPolicy } from './factors/admin-factor-policy.ts'
export { consumeChallenge, createChallenge, findChallenge } from './factors/challenges.ts'
export { lockFactors, removeFactors } from './factors/change-factors.ts'
export { openDutyOf, readFactors } from './factors/factors.ts'
export { listFactors, removeFactor, replaceRecoveryCodes } from './factors/own-factors.ts'
export { checkAssertion, isHandleOf, noteUse, optionsToSignIn } from './factors/passkeys.ts'
export { canAddFactors, relyingParty } from './factors/relying-party.ts'
export { signInWithCode } from './factors/sign-in-with-code.ts'
export { showPasskeyOptions, signInWithPasskey } from './factors/sign-in-with-passkey.ts'
export { forgottenPassword } from './links/forgotten-password.ts'
export {
  endInvitation,
  inviteFor,
  inviteUser,
  requireInvitations,
  sendInvitation,
  withdrawFor,
  withdrawInvitation,
} from './links/invite-user.ts'
export { newPasswordMail, showPasswordLink } from './links/link-mails.ts'
export {
  endLinks,
  findLink,
  type LinkPurpose,
  lockUserOf,
} from './links/links.ts'
export { checkPassword } from './passwords/password-rules.ts'
export { mustSetOwnPassword } from './passwords/passwords.ts'
export { createPasswordProof } from './passwords/prove-password.ts'
export { forgetAllFailures } from './passwords/sign-in-limits.ts'
export { type FactorDuty, superAdmins } from './sessions/factor-policy.ts'
export { forgetDevices } from './sessions/known-devices.ts'
export { isPasswordRefused, loginName, maySignIn } from './sessions/may-sign-in.ts'
export { extendSession, idleEndOf, showSession, signOut } from './sessions/own-session.ts'
export { recheckCaller } from './sessions/recheck-caller.ts'
export {
  confirmSession,
  describingColumns,
  endSessions,
  openSessions,
  userColumns,
} from './sessions/sessions.ts'
export { showCapabilities } from './show-capabilities.ts'
export { signInWithPassword } from './sign-in-with-password.ts'
export { beginSingleSignOn, confirmAtProvider } from './single-sign-on/begin-single-sign-on.ts'
export { finishSingleSignOn } from './single-sign-on/callback.ts'
export {
  checkIssuer,
  saveSignInSettings,
  showSignInSettings,
} from './single-sign-on/sign-in-settings.ts'
export { linkByHand, showIdentity, unlinkIdentity } from './single-sign-on/user-identity.ts'
