import { useEffect } from 'react'
import { Boundary } from '../../../ui/Boundary.tsx'
import { type LazyComponent, preloadSoon, useLazyComponent } from '../../../ui/lazy-component.ts'
import { NotLoaded, NotLoadedNotice } from '../session/NotLoaded.tsx'

interface LazyPartProps<Props> {
  readonly part: LazyComponent<Props>
  readonly props: Props & { readonly onClose?: () => void }
  /** It has no place on the page where its failure could stand, as a dialog, which can be closed. */
  readonly isPlaceless?: boolean
}

/** A tab, a panel or a dialog whose code is not part of the first code of a dashboard. */
export function LazyPart<Props extends object>(given: LazyPartProps<Props>) {
  const { onClose } = given.props
  const { isPlaceless = onClose !== undefined } = given
  return (
    <Boundary fallback={isPlaceless ? <NotLoadedNotice onClose={onClose} /> : <NotLoaded isPart />}>
      <Loaded {...given} />
    </Boundary>
  )
}

function Loaded<Props extends object>({ part, props }: LazyPartProps<Props>) {
  const Content = useLazyComponent(part)
  const isLoading = Content === undefined
  const { onClose } = props
  useEffect(() => {
    if (!isLoading || onClose === undefined) return
    // A dialog can be closed before it is there.
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isLoading, onClose])
  return Content && <Content {...props} />
}

/** Preloads the code of a part before it is opened. */
export function usePartSoon<Props>(part: LazyComponent<Props>): void {
  useEffect(() => preloadSoon(part), [part])
}
