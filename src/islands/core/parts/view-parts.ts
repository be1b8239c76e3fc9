import { createContext } from 'react'
import type { Screen, ViewOf } from '../../../lib/core/navigation/screens.ts'
import type { LazyComponent } from '../../../ui/lazy-component.ts'

/** The code of a view before it is opened, for `preloadSoon`. */
type FindViewPart = <Name extends Screen>(
  screen: Name,
  view: ViewOf<Name>,
) => Pick<LazyComponent, 'load'>

/** Given by the dashboard, which knows all views: those link to each other. */
export const ViewParts = createContext<FindViewPart>(() => ({ load: async () => {} }))
