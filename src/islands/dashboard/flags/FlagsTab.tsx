import { useEffect } from 'react'
import { Boundary } from '../../../ui/Boundary.tsx'
import { LatePart } from '../../../ui/LatePart.tsx'
import { bringSoon, later } from '../../../ui/later.ts'
import { NotLoaded } from '../../session/NotLoaded.tsx'

const panel = later(async () => (await import('./FlagsPanel.tsx')).FlagsPanel)

/** The flags tab, whose code comes after the dashboard's first content. */
export function FlagsTab() {
  return (
    <Boundary fallback={<NotLoaded />}>
      <LatePart part={panel} />
    </Boundary>
  )
}

/** Fetches the tab's code before it is opened. */
export function useFlagsSoon(): void {
  useEffect(() => bringSoon(panel), [])
}
