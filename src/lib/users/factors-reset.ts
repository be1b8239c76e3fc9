import { resetFactorsOfUserEndpoint } from '../../../contract/users/reset-factors-of-user.ts'
import { adminDashboard } from '../admin/admin.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { prompt } from '../core/ui-state/dialogs.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import type { User } from './users.ts'
import { $factorsResetWords } from './words/factors-reset.words.yaml'

const confirmation = 'RESET'
const notices = noticesAbout('factors-reset')

/**
 * Removes the second factors of a user who has lost them, after the confirmation word.
 * @returns whether it was done
 */
export async function resetFactors(user: User): Promise<boolean> {
  const factorsResetWords = $factorsResetWords.get()
  notices.drop()
  const name = user.full_name || user.username
  const typed = await prompt({
    text: factorsResetWords.question({ name, email: user.email }),
    label: factorsResetWords.label({ word: confirmation }),
    action: factorsResetWords.action,
  })
  if (typed === undefined || typed === '') return false
  if (typed !== confirmation) {
    notices.problem(factorsResetWords.cancelled({ word: confirmation }))
    return false
  }
  const words = { ...factorsResetWords, done: factorsResetWords.done({ name }) }
  const send = () => callConfirmed(resetFactorsOfUserEndpoint, { id: user.id })
  return makeChange(notices, words, send, adminDashboard.reload)
}
