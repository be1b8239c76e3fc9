import { exportUsersEndpoint, userNeeds } from '../../../contract/users/export-users.ts'
import { call } from '../core/api/http.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { saveCsvAnswer } from '../files/save-file.ts'
import { $userFilter } from './user-filter.ts'
import { roles } from './users.ts'
import { $userToolsWords } from './words/user-tools.words.yaml'

const notices = noticesAbout('user-export')

/** Saves the users that the filter finds as a file. */
export async function exportUsers(): Promise<void> {
  const userToolsWords = $userToolsWords.get()
  notices.drop()
  const { search, role, organization, status, need } = $userFilter.get()
  const known = roles.find((name) => name === role)
  const knownNeed = userNeeds.find((name) => name === need)
  try {
    const text = await call(exportUsersEndpoint, {
      ...(search.trim() === '' ? {} : { q: search }),
      ...(known === undefined ? {} : { role: known }),
      ...(organization === '' ? {} : { organization_id: organization }),
      ...(status === 'active' || status === 'inactive' ? { status } : {}),
      ...(knownNeed === undefined ? {} : { need: knownNeed }),
    })
    saveCsvAnswer('aman-users.csv', text)
    notices.success(userToolsWords.exported)
  } catch (error) {
    await reportFailure(notices, error, { prefix: userToolsWords.exportFailed })
  }
}
