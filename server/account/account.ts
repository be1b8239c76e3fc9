// Purpose: the own account: password, language, sessions, consent, personal data, proof of who one is.
// May import: core, database, http, audit, emails, mail, organizations, risk, sign-in, support-requests, users.
// Start reading: me.ts.

export { changeOwnPassword } from './change-own-password.ts'
export { chooseAnswers } from './choose-answers.ts'
export { chooseLanguage } from './choose-language.ts'
export { confirm, confirmWithPasskey, passkeyToConfirm } from './confirm.ts'
export { consent } from './consent.ts'
export { me } from './me.ts'
export { askForErasure, showOwnData } from './own-data.ts'
export { endAllOtherSessions, endOneSession, listSessions } from './own-sessions.ts'
export { setPassword } from './set-password.ts'
