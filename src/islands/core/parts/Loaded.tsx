import { useStore } from '@nanostores/react'
import type { MouseEvent, ReactNode } from 'react'
import type { ResourceStore } from '../../../lib/core/api/resource.ts'
import { $dashboardWords } from '../../../lib/core/words/dashboard.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { lazy } from '../../../ui/lazy-component.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { StateMessage } from '../../../ui/StateMessage.tsx'
import { LazyPart, usePartSoon } from './LazyPart.tsx'
import { Updated } from './Updated.tsx'

/** Loaded while the network still answers. */
const outdated = lazy(async () => (await import('./Outdated.tsx')).Outdated)

interface LoadedProps<Data> {
  readonly store: ResourceStore<Data>
  readonly loading: string
  readonly failed: string
  /** Without the age of the data and 'Refresh'. */
  readonly isQuiet?: boolean
  readonly children: (data: Data) => ReactNode
}

/** A screen's data in one of three states: loading, failed with Try Again, loaded (R298, R370). */
export function Loaded<Data>({ store, loading, failed, isQuiet, children }: LoadedProps<Data>) {
  const words = useStore($dashboardWords)
  const resource = useStore(store.$resource)
  usePartSoon(outdated)
  function retry(event: MouseEvent<HTMLButtonElement>) {
    // The button disappears, so the focus moves to the panel that shows the result.
    event.currentTarget.closest<HTMLElement>('[role=tabpanel]')?.focus()
    void store.reload()
  }

  if (resource.status === 'loading') return <Spinner label={loading} />
  if (resource.status === 'failed') {
    return (
      <StateMessage icon="warning" title={failed} isProblem error={resource.error}>
        <Button onClick={retry}>{words.tryAgain}</Button>
      </StateMessage>
    )
  }
  return (
    <>
      {resource.failure !== undefined && (
        <LazyPart part={outdated} props={{ shown: resource, failed, onRetry: retry }} />
      )}
      {!isQuiet && <Updated {...resource} onRefresh={store.reload} />}
      {children(resource.data)}
    </>
  )
}
