import { computed, map } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { showOwnOrganizationEndpoint } from '../../../contract/organizations/show-own-organization.ts'
import {
  listOwnUsersEndpoint,
  type OrganizationUser,
} from '../../../contract/users/list-own-users.ts'
import { call } from '../core/api/http.ts'
import { loadFirstPage, loadWhole } from '../core/api/pages.ts'
import { createResource } from '../core/api/resource.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { sortBy } from '../core/ui-state/sort.ts'

export type OwnUser = OrganizationUser

/** The name of the draft of lines with people to invite. */
export const inviteDraft = 'people-invite'

export interface PeopleData {
  readonly organization: OutputOf<typeof showOwnOrganizationEndpoint>
  readonly users: readonly OwnUser[]
}

/** The own organization and its users; a long list shows its first page at once. */
export const people = createResource<PeopleData>(async (showPart) => {
  const [organization, first] = await Promise.all([
    call(showOwnOrganizationEndpoint),
    loadFirstPage(listOwnUsersEndpoint),
  ])
  showPart({ organization, users: first.rows })
  return { organization, users: await loadWhole(listOwnUsersEndpoint, first) }
})

export const ownUserStates = [
  'active',
  'invited',
  'invitationOver',
  'notInvited',
  'inactive',
] as const

/** The state of a user in a list. */
export function stateOf({ is_active, invitation_expires_at: end, may_be_invited }: OwnUser) {
  if (!is_active) return 'inactive'
  if (!may_be_invited) return 'active'
  if (!end) return 'notInvited'
  return new Date(end) > new Date() ? 'invited' : 'invitationOver'
}

/** The filter of the people; an empty text matches all. */
export const $peopleFilter = map({ search: '', state: '' })
resetWithUser($peopleFilter)

const $sorted = computed(people.$resource, (resource) => {
  const users = resource.status === 'loaded' ? resource.data.users : []
  return sortBy(users, ({ full_name, email }) => full_name || email, false).map((user) => ({
    user,
    text: [user.full_name, user.username, user.email].join('\n').toLowerCase(),
  }))
})

/** The people that match search and filter, by name. */
export const $foundUsers = computed([$sorted, $peopleFilter], (sorted, { search, state }) => {
  const wanted = search.trim().toLowerCase()
  return sorted
    .filter(({ user, text }) => text.includes(wanted) && (state === '' || stateOf(user) === state))
    .map(({ user }) => user)
})
