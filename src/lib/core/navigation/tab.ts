import { redirectPage } from '@nanostores/router'
import { computed, type ReadableAtom } from 'nanostores'
import { $router } from './router.ts'

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
