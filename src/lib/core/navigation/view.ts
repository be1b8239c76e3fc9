import { openPage, redirectPage } from '@nanostores/router'
import { computed, type ReadableAtom } from 'nanostores'
import type { OpenName } from './actions.ts'
import { $router, pathOf } from './router.ts'
import { hasView, isScreen, type Screen, type ViewOf } from './screens.ts'

/** The tab in the address (`?tab=flags`); the first one is the default. */
export function tabStore<const Tab extends string>(
  tabs: readonly [Tab, ...Tab[]],
): ReadableAtom<Tab> {
  return computed($router, (page) => {
    const named = page?.search.tab
    return tabs.find((tab) => tab === named) ?? tabs[0]
  })
}

/** Opens a tab of the open screen; Back leaves the screen, not the tab. */
export function openTab(tab: string): void {
  const page = $router.get()
  if (page !== undefined) redirectPage($router, page.route, {}, { tab })
}

/** The open part of a screen, by `?open=`: the row with an id, or a form. So a link can open it. */
export const $opened = computed($router, (page) => page?.search.open)

/** Takes it out of the address; Back leads to where it was opened from. */
export function closeOpened(): void {
  const page = $router.get()
  if (page?.search.open === undefined) return
  const { open: _, ...search } = page.search
  redirectPage($router, page.route, {}, search)
}

/** Opens a row of the open screen; Back closes it. */
export function openRow(id: string | number): void {
  const page = $router.get()
  if (page !== undefined) openPage($router, page.route, {}, { ...page.search, open: String(id) })
}

/** The form for a new row. */
export const newRow = 'new' satisfies OpenName

/** The view in the address (`?view=messages`); undefined where a screen shows its tabs. */
export const $view = computed($router, (page) => {
  const screen = page?.route
  const name = page?.search.view
  return isScreen(screen) && hasView(screen, name) ? name : undefined
})

/**
 * The address of a view, which remembers the open tab of its screen.
 * @param query what the view shows, for instance the search of its list
 */
export function viewPath<Name extends Screen>(
  screen: Name,
  view: ViewOf<Name>,
  query: Readonly<Record<string, string>> = {},
): string {
  return `${pathOf(screen)}?${new URLSearchParams({ ...tabIn(screen), view, ...query })}`
}

/** The tab of a screen from which a view was opened. */
export function backPath(screen: Screen): string {
  const search = new URLSearchParams(tabIn(screen))
  return pathOf(screen) + (search.size === 0 ? '' : `?${search}`)
}

function tabIn(screen: Screen): Readonly<Record<string, string>> {
  const page = $router.get()
  const tab = page?.route === screen ? page.search.tab : undefined
  return tab === undefined ? {} : { tab }
}
