import { forgottenPasswordEndpoint } from '../../../contract/sign-in/forgotten-password.ts'
import {
  endInvitationEndpoint,
  sendInvitationEndpoint,
} from '../../../contract/users/admin-invitations.ts'
import { adminDashboard } from '../admin/admin.ts'
import { call } from '../core/api/http.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { sendInvitations } from '../sign-in/send-invitations.ts'
import type { User } from './users.ts'
import { userSelection } from './users.ts'
import { $invitationsWords } from './words/invitations.words.yaml'
import { $resetLinkWords } from './words/reset-link.words.yaml'

const resetLinkNotices = noticesAbout('reset-link')

/** Only of a user who has a password; others are invited. */
export function mayGetResetLink(user: User): boolean {
  return user.is_active && !user.may_be_invited && !user.invitation_expires_at
}

/** Asks for the mail that the user could ask for on the sign-in page. @returns whether it was asked for */
export function sendResetLink({ email }: User): Promise<boolean> {
  const words = { ...$resetLinkWords.get(), done: $resetLinkWords.get().sent({ email }) }
  const ask = () => call(forgottenPasswordEndpoint, { login: email })
  // The list shows nothing of it.
  return makeChange(resetLinkNotices, words, ask, () => Promise.resolve())
}

const notices = noticesAbout('invitation')

/** Sends an invitation, for the first time or again. @returns whether it was sent */
export function sendInvitation({ id, email }: User): Promise<boolean> {
  return change(() => call(sendInvitationEndpoint, { id }), $invitationsWords.get().sent({ email }))
}

/** Invites several users at once; those who are left stay chosen. */
export async function inviteAgain(users: readonly User[]): Promise<void> {
  const sent = await sendInvitations(users, ({ id }) => call(sendInvitationEndpoint, { id }))
  const isChosen = userSelection.$selection.get() !== undefined
  if (sent.length === users.length) userSelection.end()
  else if (isChosen) userSelection.choose(users.slice(sent.length).map(({ id }) => id))
  await adminDashboard.reload()
}

/** @returns whether it was withdrawn */
export function withdrawInvitation({ id }: User): Promise<boolean> {
  return change(() => call(endInvitationEndpoint, { id }), $invitationsWords.get().withdrawn)
}

function change(send: () => Promise<unknown>, done: string): Promise<boolean> {
  const words = { ...$invitationsWords.get(), done }
  return makeChange(notices, words, send, adminDashboard.reload)
}
