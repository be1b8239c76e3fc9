import { removeUserEndpoint } from '../../../contract/users/remove-user.ts'
import { adminDashboard } from '../attention/admin.ts'
import { callConfirmed } from '../core/session/confirmation.ts'
import { $session } from '../core/session/session.ts'
import { prompt } from '../core/ui-state/dialogs.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { pendingRows } from '../core/ui-state/pending-rows.ts'
import type { User } from './users.ts'
import { $usersMessages } from './words/users.words.yaml'

const confirmation = 'DELETE'
const notices = noticesAbout('remove-user')
const removals = pendingRows()

/** The ids of users who are being removed. */
export const $removedUsers = removals.$pending

/** Permanently removes a user after the confirmation word is typed exactly (R328-R336). */
export async function removeUser(user: User): Promise<void> {
  const messages = $usersMessages.get()
  if ($removedUsers.get().has(user.id)) return
  notices.drop()
  const session = $session.get()
  if (session.status === 'signed-in' && session.user.id === user.id) {
    notices.problem(messages.removeSelf)
    return
  }
  const typed = await prompt({
    text: messages.removeQuestion(nameAndEmail(user)),
    label: messages.removeLabel({ word: confirmation }),
    action: messages.remove,
  })
  if (typed === undefined || typed === '') return
  if (typed !== confirmation) {
    notices.problem(messages.removeCancelled({ word: confirmation }))
    return
  }
  await removals.run(user.id, () => sendRemoval(user))
}

async function sendRemoval(user: User): Promise<void> {
  const messages = $usersMessages.get()
  try {
    await callConfirmed(removeUserEndpoint, { id: user.id })
  } catch (error) {
    await reportFailure(notices, error, {
      prefix: messages.removeFailed,
      order: ['error', 'detail', 'message'],
      fallback: messages.unknownError,
    })
    return
  }
  notices.success(messages.removed(nameAndEmail(user)))
  await adminDashboard.reload()
}

function nameAndEmail({ full_name, username, email }: User) {
  return { name: full_name || username, email }
}
