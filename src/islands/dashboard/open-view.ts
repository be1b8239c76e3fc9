import { hasEarlyAnswers } from '../../lib/core/api/early-answers.ts'
import { loadClient } from '../../lib/core/api/http.ts'
import type { Screen, ViewOf } from '../../lib/core/navigation/screens.ts'
import { type LazyComponent, lazy } from '../../ui/lazy-component.ts'

/** The code of the view in the address. */
export const openView: LazyComponent = lazy(async () => {
  // The calls of this view need it; they would ask for it only once the view's own code is there.
  if (!hasEarlyAnswers()) loadClient().catch(() => undefined)
  const { OpenView, openedView } = await import('./OpenView.tsx')
  await openedView()?.load()
  return OpenView
})

/** The code of a view before it is opened, for `preloadSoon`. */
export function viewPart<Name extends Screen>(
  screen: Name,
  view: ViewOf<Name>,
): Pick<LazyComponent, 'load'> {
  return {
    async load() {
      await openView.load()
      const { viewComponent } = await import('./view-components.ts')
      await viewComponent(screen, view)?.load()
    },
  }
}
