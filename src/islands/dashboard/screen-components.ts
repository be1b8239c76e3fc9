import type { ComponentType } from 'react'
import { loadedIfAnswered, type ResourceStore } from '../../lib/api/resource.ts'
import type { Screen } from '../../lib/navigation/screens.ts'
import { type LazyComponent, lazy } from '../../ui/lazy-component.ts'

/**
 * The code of each screen. The build reads these imports (client-directives/screen-imports.ts), so
 * that the head of a screen's page names its chunks.
 */
export const screenComponents: Record<Screen, LazyComponent> = {
  employee: lazy(() => withData(import('./employee/EmployeeScreen.tsx'))),
  team: lazy(() => withData(import('./team/TeamScreen.tsx'))),
  admin: lazy(() => withData(import('./admin/AdminScreen.tsx'))),
}

/** What a screen's module exports. */
interface ScreenModule {
  readonly default: ComponentType
  /** What its open tab shows first; undefined where that loads by itself. */
  readonly firstData: () => ResourceStore<unknown> | undefined
}

/** Loads the code of a screen, and its data where that has been answered already. */
async function withData(module: Promise<ScreenModule>): Promise<ComponentType> {
  const { default: content, firstData } = await module
  const store = firstData()
  if (store !== undefined) await loadedIfAnswered(store)
  return content
}
