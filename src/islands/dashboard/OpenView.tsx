import { useStore } from '@nanostores/react'
import { $router } from '../../lib/core/navigation/router.ts'
import { isScreen } from '../../lib/core/navigation/screens.ts'
import { $view } from '../../lib/core/navigation/view.ts'
import { Lazy } from '../../ui/Lazy.tsx'
import type { LazyComponent } from '../../ui/lazy-component.ts'
import { viewComponent } from './view-components.ts'

/** The view in the address, in place of its screen. */
export function OpenView() {
  useStore($view)
  const view = openedView()
  return view && <Lazy part={view} />
}

export function openedView(): LazyComponent | undefined {
  const screen = $router.get()?.route
  return isScreen(screen) ? viewComponent(screen, $view.get()) : undefined
}
