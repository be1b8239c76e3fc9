// Purpose: the own account: password, language, sessions, consent, personal data, proof of who one is.
// May import: core, database, http, audit, emails, mail, organizations, risk, sign-in, support-requests, users.
// Start reading: own-choices.ts.

export { changeOwnPassword, setPassword } from './change-own-password.ts'
export { confirm, confirmWithPasskey, passkeyToConfirm } from './confirm.ts'
export {
  chooseAnswers,
  chooseLanguage,
  consent,
  endAllOtherSessions,
  endOneSession,
  listSessions,
  me,
} from './own-choices.ts'
export { askForErasure, showOwnData } from './own-data.ts'
