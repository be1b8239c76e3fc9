import { hasPassword } from '../../../contract/users/admin-invitations.ts'
import { errorDetailsOf, HttpError } from '../core/api/errors.ts'
import { changeEach } from '../core/ui-state/change.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $sendInvitationsWords } from './words/send-invitations.words.yaml'

export const invitationNotices = noticesAbout('invitations')

/** Passes over users who have come meanwhile. @returns those with whom it is done */
export function sendInvitations<User>(
  users: readonly User[],
  send: (user: User) => Promise<unknown>,
): Promise<readonly User[]> {
  return changeEach(invitationNotices, $sendInvitationsWords.get(), users, async (user) => {
    try {
      await send(user)
    } catch (error) {
      const hasCome = error instanceof HttpError && errorDetailsOf(error).code === hasPassword.code
      if (!hasCome) throw error
    }
  })
}
