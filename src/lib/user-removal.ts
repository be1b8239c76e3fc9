import { adminDashboard } from './admin.ts'
import { adminUsersRemoveEndpoint } from './contract/admin-users-remove.ts'
import { prompt } from './dialogs.ts'
import { reportFailure } from './form.ts'
import { call } from './http.ts'
import { $usersMessages } from './messages/users.ts'
import { noticesAbout } from './notices.ts'
import { $session } from './session.ts'
import type { User } from './users.ts'

const confirmation = 'DELETE'
const notices = noticesAbout('remove-user')

/** Removes somebody for good, after the word was typed exactly (R328-R336). */
export async function removeUser(user: User): Promise<void> {
  const messages = $usersMessages.get()
  notices.drop()
  const session = $session.get()
  if (session.status === 'signed-in' && session.user.id === user.id) {
    notices.problem(messages.removeSelf)
    return
  }
  const who = { name: user.full_name || user.username, email: user.email }
  const typed = await prompt({
    text: messages.removeQuestion(who),
    label: messages.removeLabel,
    action: messages.remove,
  })
  if (typed === undefined || typed === '') return
  if (typed !== confirmation) {
    notices.problem(messages.removeCancelled)
    return
  }
  try {
    await call(adminUsersRemoveEndpoint, { id: user.id })
  } catch (error) {
    reportFailure(notices, error, {
      prefix: messages.removeFailed,
      order: ['error', 'detail', 'message'],
      fallback: messages.unknownError,
    })
    return
  }
  notices.success(messages.removed(who))
  await adminDashboard.reload()
}
