import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $late } from '../../../lib/core/api/late.ts'
import { displayAge } from '../../../lib/core/i18n/format.ts'
import { $causesWords } from '../../../lib/core/words/causes.words.yaml'
import { $dashboardWords } from '../../../lib/core/words/dashboard.words.yaml'
import styles from './Updated.module.css'

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
