import { exportUsersEndpoint, userNeeds } from '../../../contract/users/export-users.ts'
import { exportCsv } from '../files/export-csv.ts'
import { $userFilter } from './user-filter.ts'
import { roles } from './users.ts'
import { $userToolsWords } from './words/user-tools.words.yaml'

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
