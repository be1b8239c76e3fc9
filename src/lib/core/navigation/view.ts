import { computed } from 'nanostores'
import { $router, pathOf } from './router.ts'
import { hasView, isScreen, type Screen, type ViewOf } from './screens.ts'

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
