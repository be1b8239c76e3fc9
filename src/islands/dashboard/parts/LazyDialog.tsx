import { useEffect } from 'react'
import { Boundary } from '../../../ui/Boundary.tsx'
import { type LazyComponent, preloadSoon, useLazyComponent } from '../../../ui/lazy-component.ts'
import { NotLoaded } from '../../session/NotLoaded.tsx'

interface LazyDialogProps<Props> {
  readonly part: LazyComponent<Props>
  readonly props: Props
}

/** A dialog whose code is not part of the first code of a dashboard. */
export function LazyDialog<Props extends object>(dialog: LazyDialogProps<Props>) {
  return (
    <Boundary fallback={<NotLoaded />}>
      <Loaded {...dialog} />
    </Boundary>
  )
}

function Loaded<Props extends object>({ part, props }: LazyDialogProps<Props>) {
  const Content = useLazyComponent(part)
  return Content && <Content {...props} />
}

/** Preloads a dialog's code before it is opened. */
export function useDialogSoon<Props>(part: LazyComponent<Props>): void {
  useEffect(() => preloadSoon(part), [part])
}
