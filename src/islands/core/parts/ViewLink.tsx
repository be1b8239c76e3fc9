import { type ReactNode, useContext, useEffect } from 'react'
import type { Screen, ViewOf } from '../../../lib/core/navigation/screens.ts'
import { viewPath } from '../../../lib/core/navigation/view.ts'
import { preloadSoon } from '../../../ui/lazy-component.ts'
import { ViewParts } from './view-parts.ts'

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
