import { useStore } from '@nanostores/react'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { $late } from '../../../lib/core/api/late.ts'
import type { ResourceStore } from '../../../lib/core/api/resource.ts'
import { displayAge } from '../../../lib/core/i18n/format.ts'
import { $causesWords } from '../../../lib/core/words/causes.words.yaml'
import { $dashboardWords } from '../../../lib/core/words/dashboard.words.yaml'
import { lazy } from '../../../ui/lazy-component.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { FailedLoad, leaveFocus } from './FailedLoad.tsx'
import { LazyPart, usePartSoon } from './LazyPart.tsx'
import styles from './Loaded.module.css'

interface UpdatedProps {
  readonly loadedAt: Date
  /** Why the last refresh failed, which is said elsewhere. */
  readonly failure?: unknown
  readonly isPart: boolean
  readonly isReloading: boolean
  readonly onRefresh: () => void
}

const tickMs = 20_000

/** The age of the data, and a button to reload it. */
export function Updated({ loadedAt, failure, isPart, isReloading, onRefresh }: UpdatedProps) {
  const { late } = useStore($causesWords)
  const isLate = useStore($late.reads) > 0 && isReloading
  const words = useStore($dashboardWords)
  const [now, setNow] = useState(loadedAt)
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const age = displayAge(loadedAt, now)
  // While the rest loads, the text before the button says so, and the button keeps its place.
  const label = isReloading && !isPart ? words.refreshing : words.refresh
  return (
    <p className={styles.updated}>
      <span role="status">
        {isLate && late}
        {isPart && !isLate && (isReloading ? words.loadingRest : words.restMissing)}
      </span>
      {!isPart && !isLate && failure === undefined && words.updated({ age })}
      <button
        type="button"
        aria-disabled={isReloading || undefined}
        onClick={isReloading ? undefined : onRefresh}
      >
        {isPart && !isReloading ? words.tryAgain : label}
      </button>
    </p>
  )
}

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
