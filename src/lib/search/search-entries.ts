import { mayUse } from '../../../contract/core/permissions.ts'
import { type Action, type ActionName, actionNames, actions } from '../core/navigation/actions.ts'
import {
  type OrganizationPart,
  organizationParts,
  organizationPath,
} from '../core/navigation/admin-paths.ts'
import { localizedPath } from '../core/navigation/localized-path.ts'
import { pathOf } from '../core/navigation/router.ts'
import {
  landings,
  mayView,
  type Screen,
  screenNames,
  screens,
  type TabOf,
  type ViewOf,
  viewCapabilities,
} from '../core/navigation/screens.ts'
import { $layoutWords } from '../core/words/layout.words.yaml'
import { $viewsWords } from '../core/words/views.words.yaml'
import type { Capabilities, Capability } from '../sign-in/capabilities.ts'
import { signOut, type User } from '../sign-in/session.ts'
import { fold, type SearchEntry, synonymsIn } from './rank.ts'
import { $searchWords } from './words/search.words.yaml'
import { $synonymsWords } from './words/synonyms.words.yaml'

/** The first tab is its screen. */
type LaterTab = Exclude<AnyTab, 'overview'>
/** Not about one row, which the search finds by its name. */
type PlainView = Exclude<AnyView, 'organization' | 'user'>
type AnyTab = { [Name in Screen]: TabOf<Name> }[Screen]
type AnyView = { [Name in Screen]: ViewOf<Name> }[Screen]
/** Every name under which the words of the search stand: a missing one does not compile. */
type PlaceName =
  | Screen
  | `${LaterTab}Tab`
  | PlainView
  | `${OrganizationPart}Part`
  | ActionName
  | 'logout'
  | 'privacyPolicy'
  | 'help'

interface Where {
  readonly screen: Screen
  readonly search?: Readonly<Record<string, string>>
}

/** All screens, tabs, views and actions of a user, in the order in which they are shown without a text. */
export function entriesOf(user: User, capabilities: Capabilities): SearchEntry[] {
  const entry = entryMaker()
  const opened = screenNames.filter((name) =>
    name === 'account' ? user.has_own_account : mayView(user, name),
  )
  const has = (needed: Capability | undefined) => needed === undefined || capabilities.has(needed)
  return [
    ...opened.map((screen) => entry(screen, 'screens', { screen })),
    ...opened.flatMap((screen) => [
      ...tabsOf(screen)
        // The flags are the same on every screen.
        .filter((tab) => tab !== 'flags' || screen === landings[user.role])
        .map((tab) => entry(`${tab}Tab`, 'screens', { screen, search: { tab } })),
      ...viewsOf(screen)
        .filter((view) => has(capabilityOf(view)))
        .map((view) => entry(view, 'screens', { screen, search: { view } })),
    ]),
    ...actionNames.flatMap((name) => {
      const { screen, tab, open, permission, capability }: Action = actions[name]
      const isMine = opened.includes(screen) && has(capability)
      if (!isMine || (permission !== undefined && !mayUse(user, permission))) return []
      return [
        entry(name, 'actions', { screen, search: { ...(tab && { tab }), ...(open && { open }) } }),
      ]
    }),
    entry('help', 'actions', writeToSupport),
    entry('privacyPolicy', 'actions', () => location.assign(localizedPath('/privacy-policy'))),
    entry('logout', 'actions', signOut),
  ]
}

/** The tab of an organization's page that a text begins or ends with, and the rest of the text. */
export function partIn(
  text: string,
): { readonly part: OrganizationPart; readonly rest: string } | undefined {
  const words = text.split(/\s+/)
  const ends = [
    [words[0], words.slice(1)],
    [words.at(-1), words.slice(0, -1)],
  ] as const
  for (const [word = '', rest] of ends) {
    const part = organizationParts.find((it) => namesOfPart(it).includes(word))
    // 'connect mail' names no organization.
    const others = rest.filter((other) => part && !namesOfPart(part)[0]?.split(' ').includes(other))
    if (part !== undefined) return { part, rest: others.join(' ') }
  }
  return undefined
}

function namesOfPart(part: OrganizationPart): string[] {
  const label = fold(labelsOf()[`${part}Part`])
  const [first = ''] = label.split(' ')
  return [label, first, ...synonymsIn($synonymsWords.get()[`${part}Part`])]
}

/** A tab of an organization's page. */
export function partEntry(id: string | number, name: string, part: OrganizationPart): SearchEntry {
  const label = labelsOf()[`${part}Part`]
  return {
    ...{ key: `organization ${id} ${part}`, group: 'organizations', label: name, detail: label },
    choose: { href: organizationPath(String(id), part) },
  }
}

function labelsOf(): Readonly<Record<PlaceName, string>> {
  return { ...$searchWords.get(), ...$layoutWords.get(), ...$viewsWords.get() }
}

function entryMaker() {
  const labels = labelsOf()
  const synonyms: Readonly<Record<PlaceName, string>> = $synonymsWords.get()
  return (
    name: PlaceName,
    group: SearchEntry['group'],
    where: Where | (() => void),
  ): SearchEntry => {
    const isPlace = 'screen' in where
    const isPart = isPlace && name !== where.screen
    return {
      ...{ key: name, group, label: labels[name], synonyms: synonyms[name] },
      ...(isPart ? { detail: labels[where.screen] } : {}),
      choose: isPlace ? { href: addressOf(where) } : { run: where },
    }
  }
}

function addressOf({ screen, search = {} }: Where): string {
  const query = new URLSearchParams(search)
  return pathOf(screen) + (query.size === 0 ? '' : `?${query}`)
}

function tabsOf(screen: Screen): LaterTab[] {
  const tabs: readonly AnyTab[] = screens[screen].tabs
  return tabs.filter((tab) => tab !== 'overview')
}

function viewsOf(screen: Screen): PlainView[] {
  const views: readonly AnyView[] = screens[screen].views
  return views.filter((view) => view !== 'organization' && view !== 'user')
}

function capabilityOf(view: PlainView): Capability | undefined {
  const needs: Readonly<Partial<Record<PlainView, Capability>>> = viewCapabilities
  return needs[view]
}

/** Loaded when it is asked for: most users never write. */
async function writeToSupport(): Promise<void> {
  const { contactMail } = await import('../team/team.ts')
  location.assign(contactMail())
}
