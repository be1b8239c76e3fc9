import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { displayAge } from '../../../lib/core/i18n/format.ts'
import { $dashboardWords } from '../../../lib/core/words/dashboard.words.yaml'
import styles from './Updated.module.css'

interface UpdatedProps {
  readonly loadedAt: Date
  readonly isPart: boolean
  readonly isReloading: boolean
  readonly onRefresh: () => void
}

const tickMs = 20_000

/** The age of the data, and a button to reload it. */
export function Updated({ loadedAt, isPart, isReloading, onRefresh }: UpdatedProps) {
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
      <span role="status">{isPart && (isReloading ? words.loadingRest : words.restMissing)}</span>
      {!isPart && words.updated({ age })}
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
