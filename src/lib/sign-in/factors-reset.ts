import { resetFactorsOfUserEndpoint } from '../../../contract/sign-in/reset-factors-of-user.ts'
import { adminDashboard } from '../attention/admin.ts'
import { callConfirmed } from '../core/session/confirmation.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { prompt } from '../core/ui-state/dialogs.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import type { User } from '../users/users.ts'
import { $factorsResetMessages } from './words/factors-reset.words.yaml'

const confirmation = 'RESET'
const notices = noticesAbout('factors-reset')

/**
 * Removes the second factors of a user who has lost them, after the confirmation word (A549).
 * @returns whether it was done
 */
export async function resetFactors(user: User): Promise<boolean> {
  const messages = $factorsResetMessages.get()
  notices.drop()
  const name = user.full_name || user.username
  const typed = await prompt({
    text: messages.question({ name, email: user.email }),
    label: messages.label({ word: confirmation }),
    action: messages.action,
  })
  if (typed === undefined || typed === '') return false
  if (typed !== confirmation) {
    notices.problem(messages.cancelled({ word: confirmation }))
    return false
  }
  const words = { ...messages, done: messages.done({ name }) }
  const send = () => callConfirmed(resetFactorsOfUserEndpoint, { id: user.id })
  return makeChange(notices, words, send, adminDashboard.reload)
}
