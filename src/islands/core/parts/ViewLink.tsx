import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { Screen, ViewOf } from '../../../lib/core/navigation/screens.ts'
import { viewPath } from '../../../lib/core/navigation/view.ts'
import { type LazyComponent, preloadSoon } from '../../../ui/lazy-component.ts'

/** The code of a view before it is opened, for `preloadSoon`. */
type FindViewPart = <Name extends Screen>(
  screen: Name,
  view: ViewOf<Name>,
) => Pick<LazyComponent, 'load'>

/** Given by the dashboard, which knows all views: those link to each other. */
export const ViewParts = createContext<FindViewPart>(() => ({ load: async () => {} }))

interface ViewLinkProps<Name extends Screen> {
  readonly screen: Name
  readonly view: ViewOf<Name>
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A link to a view of the open screen; its code is loaded soon, before the link is used. */
export function ViewLink<Name extends Screen>(props: ViewLinkProps<Name>) {
  const { screen, view, className, children } = props
  const viewPart = useContext(ViewParts)
  useEffect(() => preloadSoon(viewPart(screen, view)), [viewPart, screen, view])
  return (
    <a href={viewPath(screen, view)} className={className}>
      {children}
    </a>
  )
}
