import { computed, map } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { proposeOwnDomainEndpoint } from '../../../contract/organizations/propose-own-domain.ts'
import { showOwnOrganizationEndpoint } from '../../../contract/organizations/show-own-organization.ts'
import {
  listOwnUsersEndpoint,
  type OrganizationUser,
} from '../../../contract/users/list-own-users.ts'
import { call } from '../core/api/http.ts'
import { loadFirstPage, loadWhole } from '../core/api/pages.ts'
import { createResource } from '../core/api/resource.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { createSelection } from '../core/ui-state/selection.ts'
import { sortBy } from '../core/ui-state/sort.ts'
import { $peopleWords } from './words/people.words.yaml'

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
  'notCome',
  'invited',
  'invitationOver',
  'notInvited',
  'inactive',
] as const

/** Whether an invitation was sent and its user has not come, also if the link is over. */
export function hasNotCome(user: OwnUser): boolean {
  return ['invited', 'invitationOver'].includes(stateOf(user))
}

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
    .filter(({ user, text }) => text.includes(wanted) && isInState(user, state))
    .map(({ user }) => user)
})

function isInState(user: OwnUser, state: string): boolean {
  if (state === 'notCome') return hasNotCome(user)
  return state === '' || stateOf(user) === state
}

/** The people whose invitations are chosen. */
export const peopleSelection = createSelection<OwnUser['id']>()

/** Those who can get an invitation. */
export function waitingUsers(found: readonly OwnUser[]): OwnUser[] {
  return found.filter(({ may_be_invited, manages_organization }) => {
    return may_be_invited === true && manages_organization !== true
  })
}

const notices = noticesAbout('people-domains')

/** Proposes an email domain, which a super admin approves. */
export async function proposeDomain(form: FormData): Promise<Submitted> {
  const words = $peopleWords.get()
  notices.drop()
  const domain = textOf(form, 'domain')
  if (domain === '') return rejectFields(notices, words.domainMissing, ['domain'])
  try {
    await call(proposeOwnDomainEndpoint, { domain })
  } catch (error) {
    return reportFailure(notices, error, { prefix: words.proposeFailed }, form)
  }
  notices.success(words.proposed({ domain }))
  await people.reload()
  return done
}
