import { removeUserEndpoint } from '../../../contract/users/remove-user.ts'
import { adminDashboard } from '../admin/admin.ts'
import { pendingRows } from '../core/ui-state/change.ts'
import { prompt } from '../core/ui-state/dialogs.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import { $session } from '../sign-in/session.ts'
import type { User } from './users.ts'
import { $usersWords } from './words/users.words.yaml'

const confirmation = 'DELETE'
const notices = noticesAbout('remove-user')
const removals = pendingRows()

/** The ids of users who are being removed. */
export const $removedUsers = removals.$pending

/** Permanently removes a user after the confirmation word is typed exactly (R328-R336). */
export async function removeUser(user: User): Promise<void> {
  const words = $usersWords.get()
  if ($removedUsers.get().has(user.id)) return
  notices.drop()
  const session = $session.get()
  if (session.status === 'signed-in' && session.user.id === user.id) {
    notices.problem(words.removeSelf)
    return
  }
  const typed = await prompt({
    text: words.removeQuestion(nameAndEmail(user)),
    label: words.removeLabel({ word: confirmation }),
    action: words.remove,
  })
  if (typed === undefined || typed === '') return
  if (typed !== confirmation) {
    notices.problem(words.removeCancelled({ word: confirmation }))
    return
  }
  await removals.run(user.id, () => sendRemoval(user))
}

async function sendRemoval(user: User): Promise<void> {
  const words = $usersWords.get()
  try {
    await callConfirmed(removeUserEndpoint, { id: user.id })
  } catch (error) {
    await reportFailure(notices, error, {
      prefix: words.removeFailed,
      order: ['error', 'detail', 'message'],
    })
    return
  }
  notices.success(words.removed(nameAndEmail(user)))
  await adminDashboard.reload()
}

function nameAndEmail({ full_name, username, email }: User) {
  return { name: full_name || username, email }
}
