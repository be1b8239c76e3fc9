import { useStore } from '@nanostores/react'
import type { MouseEvent, ReactNode } from 'react'
import type { ResourceStore } from '../../../lib/core/api/resource.ts'
import { lazy } from '../../../ui/lazy-component.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { FailedLoad, leaveFocus } from './FailedLoad.tsx'
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
  const resource = useStore(store.$resource)
  usePartSoon(outdated)
  function retry(event: MouseEvent<HTMLButtonElement>) {
    leaveFocus(event)
    void store.reload()
  }

  if (resource.status === 'loading') return <Spinner label={loading} />
  if (resource.status === 'failed') {
    return <FailedLoad title={failed} error={resource.error} onRetry={store.reload} />
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
