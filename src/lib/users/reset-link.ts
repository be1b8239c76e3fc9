import { forgottenPasswordEndpoint } from '../../../contract/sign-in/forgotten-password.ts'
import { call } from '../core/api/http.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import type { User } from './users.ts'
import { $resetLinkWords } from './words/reset-link.words.yaml'

const notices = noticesAbout('reset-link')

/** Only of a user who has a password; others are invited. */
export function mayGetResetLink(user: User): boolean {
  return user.is_active && !user.may_be_invited && !user.invitation_expires_at
}

/** Asks for the mail that the user could ask for on the sign-in page. @returns whether it was asked for */
export function sendResetLink({ email }: User): Promise<boolean> {
  const words = { ...$resetLinkWords.get(), done: $resetLinkWords.get().sent({ email }) }
  const ask = () => call(forgottenPasswordEndpoint, { login: email })
  // The list shows nothing of it.
  return makeChange(notices, words, ask, () => Promise.resolve())
}
