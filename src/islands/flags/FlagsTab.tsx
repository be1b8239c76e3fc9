import { useEffect } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { Lazy, lazy, preloadSoon } from '../../ui/lazy-component.ts'
import { NotLoaded } from '../core/session/NotLoaded.tsx'

const panel = lazy(async () => (await import('./FlagsPanel.tsx')).FlagsPanel)

/** The flags tab, whose code is loaded after the dashboard's first content. */
export function FlagsTab() {
  return (
    <Boundary fallback={<NotLoaded />}>
      <Lazy part={panel} />
    </Boundary>
  )
}

/** Preloads the tab's code before it is opened. */
export function useFlagsSoon(): void {
  useEffect(() => preloadSoon(panel), [])
}
