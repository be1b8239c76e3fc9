import { atom, computed, onMount } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { limits } from '../../../contract/core/limits.ts'
import { mayUse } from '../../../contract/core/permissions.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { searchEndpoint } from '../../../contract/search/search.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { call } from '../core/api/http.ts'
import { type ListEndpoint, loadPage, type Row } from '../core/api/pages.ts'
import {
  filteredPath,
  type OrganizationPart,
  organizationPath,
  userPath,
} from '../core/navigation/admin-paths.ts'
import { $router } from '../core/navigation/router.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { $rolesWords } from '../core/words/roles.words.yaml'
import { $capabilities, $capabilitiesState, type Capabilities } from '../sign-in/capabilities.ts'
import { $session } from '../sign-in/session.ts'
import { bestOf, fold, inGroups, type SearchEntry } from './rank.ts'
import { entriesOf, partEntry, partIn } from './search-entries.ts'
import { $memberEntries, findsMembers, forgetMembers, loadMembers } from './team-members.ts'
import { $searchWords } from './words/search.words.yaml'

export type FoundCounts = Readonly<Partial<Record<'organizations' | 'users', number>>>

interface Counted {
  readonly users: readonly unknown[]
  readonly organizations: readonly unknown[]
}

/** Asks the lists how many they find, of what there may be more than is shown. */
export async function countFound(
  q: string,
  { users, organizations }: Counted,
): Promise<FoundCounts> {
  const [ofUsers, ofOrganizations] = await Promise.all([
    countIn(listUsersEndpoint, q, users.length),
    countIn(listOrganizationsEndpoint, q, organizations.length),
  ])
  return {
    ...(ofUsers === undefined ? {} : { users: ofUsers }),
    ...(ofOrganizations === undefined ? {} : { organizations: ofOrganizations }),
  }
}

/** @returns undefined where no more are found than are shown, or the backend does not say */
async function countIn<Item extends Row>(
  endpoint: ListEndpoint<Item>,
  q: string,
  shown: number,
): Promise<number | undefined> {
  if (shown < limits.searchResults) return undefined
  const page = await loadPage(endpoint, { q, limit: '1' }).catch(() => undefined)
  const found = page?.search?.found ?? 0
  return found > shown ? found : undefined
}

/** Opens the list with the text in its search, and without a filter that would hide a part. */
export async function showAll(list: 'organizations' | 'users', text: string): Promise<void> {
  // Loaded for super admins alone; where it cannot be, the list opens without the text.
  const searching =
    list === 'users'
      ? import('../users/users.ts').then(({ searchUsers }) => searchUsers(text))
      : import('../organizations/organizations.ts').then((it) => it.searchListed(text))
  await searching.catch(() => undefined)
  $router.open(filteredPath(list, {}))
}

export type { SearchEntry }

interface Found extends OutputOf<typeof searchEndpoint> {
  /** A tab of organizations that was asked for, and those whose names the rest of the text finds. */
  readonly parts?: {
    readonly part: OrganizationPart
    readonly organizations: readonly { readonly id: string | number; readonly name: string }[]
  }
}

const nothing: Found = { users: [], organizations: [] }
const uncounted: { readonly of: string; readonly counts: FoundCounts } = { of: '', counts: {} }

/** Longer than the time between two keys. */
const typingPauseMs = 120

const $text = resetWithUser(atom(''))
export const $searchText = computed($text, (text) => text)

/** The server's last findings, and their text. */
const $found = resetWithUser(atom<Found & { readonly of: string }>({ of: '', ...nothing }))

/** How many the lists find, where they find more than is shown, and for which text. */
const $counts = resetWithUser(atom(uncounted))

const $status = resetWithUser(atom<'idle' | 'searching' | 'failed'>('idle'))
export const $searchStatus = computed($status, (status) => status)

let newest = 0
let timer: ReturnType<typeof setTimeout> | undefined

const $user = computed($session, (session) =>
  session.status === 'signed-in' ? session.user : undefined,
)

const $mayFindUsers = computed(
  $user,
  (user) => user !== undefined && mayUse(user, searchEndpoint.access),
)

/** Whether the signed-in user also finds people and organizations. */
export const $findsUsers = computed(
  [$mayFindUsers, $capabilities],
  (mayFind, capabilities) => mayFind && capabilities.has('search'),
)

/** Whether the signed-in user finds the members of a team. */
export const $findsMembers = computed($user, findsMembers)

/** Whether people can be found is not known before the capabilities of the backend are. */
const statusOf = { asking: 'searching', known: 'idle', failed: 'failed' } as const

onMount($status, () => $capabilitiesState.listen(() => searchFor($text.get())))

/** Shows what is known at once; the server's answer comes after it. */
export function searchFor(text: string): void {
  $text.set(text)
  newest += 1
  clearTimeout(timer)
  const q = text.trim()
  if (q === '') forgetMembers()
  if (q === '' || !($findsUsers.get() || $findsMembers.get())) {
    $found.set({ of: '', ...nothing })
    $status.set(q !== '' && $mayFindUsers.get() ? statusOf[$capabilitiesState.get()] : 'idle')
    return
  }
  $status.set('searching')
  const request = newest
  timer = setTimeout(
    () => void ($findsMembers.get() ? askForMembers(request) : ask(q, request)),
    typingPauseMs,
  )
}

async function askForMembers(request: number): Promise<void> {
  const isKnown = await loadMembers().then(
    () => true,
    () => false,
  )
  if (request === newest) $status.set(isKnown ? 'idle' : 'failed')
}

async function ask(q: string, request: number): Promise<void> {
  const [found, parts] = await Promise.all([
    call(searchEndpoint, { q }).catch(() => undefined),
    findParts(q),
  ])
  if (request !== newest) return
  $found.set({ of: fold(q), ...(found ?? nothing), ...(parts && { parts }) })
  $status.set(found === undefined ? 'failed' : 'idle')
  const counts = found && (await countFound(q, found))
  if (request === newest && counts !== undefined) $counts.set({ of: fold(q), counts })
}

/** 'judge cedar' asks for a tab of an organization; 'judge' for that of the first ones. */
async function findParts(q: string): Promise<Found['parts']> {
  const asked = $capabilities.get().has('attention') ? partIn(fold(q)) : undefined
  if (asked === undefined) return undefined
  const { part, rest } = asked
  const limit = String(limits.searchResults)
  const organizations =
    rest === ''
      ? loadPage(listOrganizationsEndpoint, { sort: 'name', limit }).then(({ rows }) => rows)
      : call(searchEndpoint, { q: rest }).then((found) => found.organizations)
  return { part, organizations: await organizations.catch(() => []) }
}

/** How many organizations and people there are to the text, where more than the shown ones are. */
export const $foundCounts = computed([$text, $counts], (text, { of, counts }) =>
  of === fold(text.trim()) ? counts : uncounted.counts,
)

/** Screens and actions, then organizations and people, so that an answer moves nothing. */
export const $searchEntries = computed(
  [$text, $found, $foundCounts, $user, $capabilities, $memberEntries, $searchWords],
  (text, found, counts, user, capabilities, memberEntries): readonly SearchEntry[] => {
    if (user === undefined) return []
    const wanted = fold(text.trim())
    return [
      ...bestOf(entriesOf(user, capabilities), wanted),
      // An answer to another text gives only what matches this one.
      ...inGroups([
        ...entriesOfFound(found, capabilities)
          .filter(({ searched }) => found.of === wanted || (wanted && searched.includes(wanted)))
          .map(({ searched: _, ...entry }) => entry),
        ...memberEntries(wanted),
        ...entriesOfAll(text.trim(), counts),
      ]),
    ]
  },
)

/** The ways to the lists of which more is found than is shown. */
function entriesOfAll(text: string, counts: FoundCounts): SearchEntry[] {
  const words = $searchWords.get()
  const labels = { organizations: words.seeAllOrganizations, users: words.seeAllUsers }
  return (['organizations', 'users'] as const).flatMap((group) =>
    counts[group] === undefined
      ? []
      : [
          {
            key: `all ${group}`,
            group,
            label: labels[group],
            choose: { run: () => showAll(group, text) },
          },
        ],
  )
}

function entriesOfFound({ organizations, users, parts }: Found, can: Capabilities) {
  const words = $searchWords.get()
  const organizationAddress = (id: string) =>
    can.has('attention') ? organizationPath(id) : filteredPath('organizations', { open: id })
  return [
    ...(parts?.organizations.slice(0, limits.searchResults) ?? []).map(({ id, name }) => ({
      ...partEntry(id, name || words.noName, parts?.part ?? 'figures'),
      searched: '',
    })),
    ...organizations.map(({ id, name }) => ({
      ...{
        key: `organization ${id}`,
        group: 'organizations' as const,
        label: name || words.noName,
      },
      ...{ choose: { href: organizationAddress(String(id)) }, searched: fold(name) },
    })),
    ...users.map(({ id, full_name, username, email, role, organization_name }) => ({
      ...{ key: `user ${id}`, group: 'users' as const, label: full_name || username },
      ...{ detail: organization_name || $rolesWords.get()[role], email },
      choose: { href: userPath(id) },
      searched: fold([full_name, username, email].join('\n')),
    })),
  ]
}
