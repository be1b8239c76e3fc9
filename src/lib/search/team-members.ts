import { atom, computed } from 'nanostores'
import { limits } from '../../../contract/core/limits.ts'
import { mayUse } from '../../../contract/core/permissions.ts'
import { type TeamMember, teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { call } from '../core/api/http.ts'
import { pathOf } from '../core/navigation/router.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import type { User } from '../sign-in/session.ts'
import { bestOf, type SearchEntry } from './rank.ts'

const $loaded = resetWithUser(atom<readonly TeamMember[] | undefined>())

/** Whether a user finds members of a team: those who find all users do not need it. */
export function findsMembers(user: User | undefined): boolean {
  return (
    user !== undefined && user.role !== 'super_admin' && mayUse(user, teamDashboardEndpoint.access)
  )
}

/** Asks once for each opened search: the team's answer has all members. @throws like `call` */
export async function loadMembers(): Promise<void> {
  if ($loaded.get() === undefined) {
    $loaded.set((await call(teamDashboardEndpoint)).team_members)
  }
}

export function forgetMembers(): void {
  $loaded.set(undefined)
}

const $entries = computed($loaded, (members = []) =>
  members.map(({ id, full_name, email }): SearchEntry => {
    return {
      ...{ key: `member ${id}`, group: 'users', label: full_name || email, detail: email },
      ...{ synonyms: email, choose: { href: `${pathOf('team')}?open=${id}` } },
    }
  }),
)

/** The members who match best, for any text but an empty one. */
export const $memberEntries = computed($entries, (entries) => (wanted: string) => {
  return wanted === '' ? [] : bestOf(entries, wanted).slice(0, limits.searchResults)
})
