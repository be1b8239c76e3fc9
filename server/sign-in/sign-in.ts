// Purpose: sign-in: passwords, sessions, second factors, links in mails and single sign-on.
// May import: core, database, http, audit, mail, organizations.
// Start reading: sign-in-with-password.ts, then sessions/begin-session.ts.

export { joinExtension, makeJoinCode } from './extension/join-extension.ts'
export { addPasskey, beginPasskey } from './factors/add-passkey.ts'
export { addTotp, beginTotp } from './factors/add-totp.ts'
export { setFactorPolicy, showFactorPolicy } from './factors/admin-factor-policy.ts'
export { consumeChallenge, createChallenge, findChallenge } from './factors/challenges.ts'
export { lockFactors, removeFactors } from './factors/change-factors.ts'
export { readFactors } from './factors/factors.ts'
export { listFactors, removeFactor, replaceRecoveryCodes } from './factors/own-factors.ts'
export { checkAssertion, isHandleOf, noteUse, optionsToSignIn } from './factors/passkeys.ts'
export { canAddFactors, relyingParty } from './factors/relying-party.ts'
export { openDutyOf } from './factors/restriction.ts'
export { signInWithCode } from './factors/sign-in-with-code.ts'
export { showPasskeyOptions, signInWithPasskey } from './factors/sign-in-with-passkey.ts'
export { endInvitation, sendInvitation } from './links/admin-invitations.ts'
export { forgottenPassword } from './links/forgotten-password.ts'
export {
  inviteFor,
  inviteUser,
  requireInvitations,
  withdrawFor,
  withdrawInvitation,
} from './links/invite-user.ts'
export { endLinks, findLink, type LinkPurpose, lockUserOf } from './links/links.ts'
export { newPasswordMail } from './links/new-password-mail.ts'
export { showPasswordLink } from './links/show-password-link.ts'
export { mustSetOwnPassword } from './passwords/own-password.ts'
export { checkPassword } from './passwords/password-rules.ts'
export { createPasswordProof } from './passwords/prove-password.ts'
export { forgetAllFailures } from './passwords/sign-in-limits.ts'
export { type FactorDuty, superAdmins } from './sessions/factor-policy.ts'
export { forgetDevices } from './sessions/known-devices.ts'
export { loginName } from './sessions/login-name.ts'
export { isPasswordRefused, maySignIn } from './sessions/may-sign-in.ts'
export { extendSession, idleEndOf, showSession } from './sessions/own-session.ts'
export { confirmSession, endSessions, openSessions } from './sessions/sessions.ts'
export { describingColumns, userColumns } from './sessions/user-columns.ts'
export { showCapabilities } from './show-capabilities.ts'
export { signInWithPassword } from './sign-in-with-password.ts'
export { signOut } from './sign-out.ts'
export { beginSingleSignOn, confirmAtProvider } from './single-sign-on/begin-single-sign-on.ts'
export { checkIssuer } from './single-sign-on/check-issuer.ts'
export { finishSingleSignOn } from './single-sign-on/finish-single-sign-on.ts'
export { saveSignInSettings, showSignInSettings } from './single-sign-on/sign-in-settings.ts'
export { linkByHand, showIdentity, unlinkIdentity } from './single-sign-on/user-identity.ts'
