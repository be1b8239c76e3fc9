import { mayUse, type Permission } from '../../../contract/core/permissions.ts'
import { mailCheck, newRow } from '../core/navigation/opened.ts'
import { pathOf } from '../core/navigation/router.ts'
import { type Screen, screensOf } from '../core/navigation/screens.ts'
import { $layoutWords } from '../core/words/layout.words.yaml'
import type { Capabilities, Capability } from '../sign-in/capabilities.ts'
import { signOut, type User } from '../sign-in/session.ts'
import { $searchWords } from './words/search.words.yaml'

/** A search result: a place to go to, or an action. */
export interface SearchEntry {
  readonly key: string
  readonly group: 'screens' | 'actions' | 'organizations' | 'users'
  readonly label: string
  /** Tells apart what has the same label. */
  readonly detail?: string
  /** The email of a user, which has a direction of its own. */
  readonly email?: string
  readonly choose: { readonly href: string } | { readonly run: () => void }
}

type Words = ReturnType<typeof $searchWords.get>
type Label = { [Name in keyof Words]: Words[Name] extends string ? Name : never }[keyof Words]

interface Known {
  readonly label: Label
  readonly group: 'screens' | 'actions'
  readonly permission: Permission
  /** The backend has to have it. */
  readonly capability?: Capability
  readonly screen: Screen
  readonly search?: Readonly<Record<string, string>>
}

/** Tabs beside the screens of the navigation, and actions; the label is a message of this name. */
const known: readonly Known[] = [
  {
    ...{ label: 'allUsers', group: 'screens', permission: 'view:admin', screen: 'admin' },
    search: { tab: 'users' },
  },
  {
    ...{ label: 'allOrganizations', group: 'screens', permission: 'view:admin', screen: 'admin' },
    search: { tab: 'organizations' },
  },
  {
    ...{ label: 'activity', group: 'screens', permission: 'view:admin', screen: 'admin' },
    ...{ capability: 'activity', search: { view: 'activity' } },
  },
  {
    ...{ label: 'allMessages', group: 'screens', permission: 'view:own', screen: 'employee' },
    search: { view: 'messages' },
  },
  {
    ...{ label: 'tools', group: 'screens', permission: 'view:team', screen: 'team' },
    search: { tab: 'tools' },
  },
  {
    ...{ label: 'flags', group: 'screens', permission: 'manage:flags', screen: 'employee' },
    search: { tab: 'flags' },
  },
  {
    ...{ label: 'checkMail', group: 'actions', permission: 'view:own', screen: 'employee' },
    ...{ capability: 'mail-checks', search: { open: mailCheck } },
  },
  {
    ...{ label: 'addFlag', group: 'actions', permission: 'manage:flags', screen: 'employee' },
    search: { tab: 'flags' },
  },
  {
    ...{ label: 'addUser', group: 'actions', permission: 'manage:users', screen: 'admin' },
    search: { tab: 'users', open: newRow },
  },
  {
    label: 'addOrganization',
    ...{ group: 'actions', permission: 'manage:organizations', screen: 'admin' },
    search: { tab: 'organizations', open: newRow },
  },
  {
    ...{ label: 'invite', group: 'actions', permission: 'manage:own-organization' },
    screen: 'people',
  },
]

/** The screens and actions of a user, in the order in which they are shown without a text. */
export function entriesOf(user: User, capabilities: Capabilities): SearchEntry[] {
  const layout = $layoutWords.get()
  const words = $searchWords.get()
  const screens = [...screensOf(user), ...(user.has_own_account ? (['account'] as const) : [])]
  return [
    ...screens.map(
      (name): SearchEntry => ({
        ...{ key: name, group: 'screens', label: layout[name] },
        choose: { href: pathOf(name) },
      }),
    ),
    ...known
      .filter(
        ({ permission, capability }) =>
          mayUse(user, permission) && (capability === undefined || capabilities.has(capability)),
      )
      .map(
        ({ label, group, screen, search }): SearchEntry => ({
          ...{ key: label, group, label: words[label], detail: layout[screen] },
          choose: { href: addressOf(screen, search) },
        }),
      ),
    { key: 'signOut', group: 'actions', label: words.signOut, choose: { run: signOut } },
  ]
}

/** Where the search for a user or an organization leads. */
export function adminAddress(tab: 'users' | 'organizations', id: string | number): string {
  return addressOf('admin', { tab, open: String(id) })
}

function addressOf(screen: Screen, search: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(search)
  return pathOf(screen) + (query.size === 0 ? '' : `?${query}`)
}
