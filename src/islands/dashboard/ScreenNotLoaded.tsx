import { useStore } from '@nanostores/react'
import type { Screen } from '../../lib/core/navigation/screens.ts'
import { $view, backPath } from '../../lib/core/navigation/view.ts'
import { $layoutWords } from '../../lib/core/words/layout.words.yaml'
import { $viewsWords } from '../../lib/core/words/views.words.yaml'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { NotLoaded } from '../core/session/NotLoaded.tsx'

/** Stands in place of a screen or a view whose code did not load: its title and, from a view, the way back. */
export function ScreenNotLoaded({ screen }: { readonly screen: Screen }) {
  const words = useStore($layoutWords)
  const views = useStore($viewsWords)
  const view = useStore($view)
  return (
    <>
      {view !== undefined && <a href={backPath(screen)}>{views.back({ screen: words[screen] })}</a>}
      <ScreenTitle title={view === undefined ? words[screen] : String(Reflect.get(views, view))} />
      <NotLoaded />
    </>
  )
}
