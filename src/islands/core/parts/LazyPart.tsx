import { useEffect } from 'react'
import { Boundary } from '../../../ui/Boundary.tsx'
import { type LazyComponent, preloadSoon, useLazyComponent } from '../../../ui/lazy-component.ts'
import { NotLoaded } from '../session/NotLoaded.tsx'

interface LazyPartProps<Props> {
  readonly part: LazyComponent<Props>
  readonly props: Props
}

/** A tab, a panel or a dialog whose code is not part of the first code of a dashboard. */
export function LazyPart<Props extends object>(given: LazyPartProps<Props>) {
  return (
    <Boundary fallback={<NotLoaded />}>
      <Loaded {...given} />
    </Boundary>
  )
}

function Loaded<Props extends object>({ part, props }: LazyPartProps<Props>) {
  const Content = useLazyComponent(part)
  const isLoading = Content === undefined
  const onClose: unknown = 'onClose' in props ? props.onClose : undefined
  useEffect(() => {
    if (!isLoading || typeof onClose !== 'function') return
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
