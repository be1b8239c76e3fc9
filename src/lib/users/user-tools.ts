import { limits } from '../../../contract/core/limits.ts'
import { exportUsersEndpoint, userNeeds } from '../../../contract/users/export-users.ts'
import { setUserStatusEndpoint } from '../../../contract/users/set-user-status.ts'
import type { User } from '../../../contract/users/user.ts'
import { adminDashboard } from '../admin/admin.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { runLong } from '../core/ui-state/long-work.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { exportCsv } from '../files/export-csv.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import { $userFilter, roles, userSelection } from './users.ts'
import { $userToolsWords } from './words/user-tools.words.yaml'

const notices = noticesAbout('user-status')

/** Makes the chosen users active or inactive, after a question for the latter. */
export async function setStatus(ids: readonly User['id'][], is_active: boolean): Promise<void> {
  const words = $userToolsWords.get()
  notices.drop()
  const question = { text: words.deactivateQuestion(ids.length), action: words.deactivate }
  if (!is_active && !(await confirm(question))) return
  let changed = 0
  try {
    await runLong(words.changing, async ({ report, signal }) => {
      for (let start = 0; start < ids.length && !signal.aborted; start += limits.usersAtOnce) {
        report(start, ids.length)
        const some = ids.slice(start, start + limits.usersAtOnce)
        changed += (await callConfirmed(setUserStatusEndpoint, { ids: some, is_active })).changed
      }
    })
  } catch (error) {
    await reportFailure(notices, error, { prefix: words.statusFailed })
    return adminDashboard.reload()
  }
  userSelection.end()
  notices.success(is_active ? words.activated(changed) : words.deactivated(changed))
  await adminDashboard.reload()
}

/** Saves the users that the filter finds as a file. */
export async function exportUsers(): Promise<void> {
  const { search, role, organization, status, need } = $userFilter.get()
  const known = roles.find((name) => name === role)
  const knownNeed = userNeeds.find((name) => name === need)
  await exportCsv('aman-users.csv', $userToolsWords.get(), exportUsersEndpoint, {
    ...(search.trim() === '' ? {} : { q: search }),
    ...(known === undefined ? {} : { role: known }),
    ...(organization === '' ? {} : { organization_id: organization }),
    ...(status === 'active' || status === 'inactive' ? { status } : {}),
    ...(knownNeed === undefined ? {} : { need: knownNeed }),
  })
}
