import { redirectPage } from '@nanostores/router'
import { type MapStore, onMount, onNotify } from 'nanostores'
import { $router } from './router.ts'
import type { TabOf } from './screens.ts'

type Texts<Name extends string> = Readonly<Record<Name, string>>

/**
 * Keeps parts of a filter in the address of a tab of the admin dashboard, so that a link can open the tab filtered and a reload
 * keeps it. An address without any of them leaves the filter as it is.
 */
export function keepInAddress<Filter extends Texts<Name>, Name extends string>(
  $filter: MapStore<Filter>,
  tab: TabOf<'admin'>,
  names: readonly (Name & keyof Filter)[],
): void {
  const isOpen = () => {
    const page = $router.get()
    return page?.route === 'admin' && page.search.tab === tab && page.search.view === undefined
  }
  const given = () => {
    const search = $router.get()?.search ?? {}
    return names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]]))
  }
  const chosen = (filter: Filter) =>
    names.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]]))

  onMount($filter, () => {
    const stopReading = $router.subscribe(() => {
      const wanted = given()
      if (!isOpen() || wanted.length === 0) return
      if (JSON.stringify(wanted) === JSON.stringify(chosen($filter.get()))) return
      // A filter that the address does not name would hide what the link is about.
      const none = Object.fromEntries(names.map((name) => [name, '']))
      $filter.set({ ...$filter.get(), ...none, ...Object.fromEntries(wanted) })
    })
    // A listener of its own would keep the store from ever being released.
    const stopWriting = onNotify($filter, () => {
      const wanted = chosen($filter.get())
      if (!isOpen() || JSON.stringify(wanted) === JSON.stringify(given())) return
      redirectPage($router, 'admin', {}, { tab, ...Object.fromEntries(wanted) })
    })
    return () => {
      stopReading()
      stopWriting()
    }
  })
}
