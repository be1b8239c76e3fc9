import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { displayAge } from '../../../lib/format.ts'
import { $dashboardMessages } from '../../../lib/messages/dashboard.ts'
import styles from './Updated.module.css'

interface UpdatedProps {
  readonly at: Date
  readonly isReloading: boolean
  readonly onRefresh: () => void
}

const tickMs = 20_000

/** How old the figures are, and a button for newer ones. */
export function Updated({ at, isReloading, onRefresh }: UpdatedProps) {
  const words = useStore($dashboardMessages)
  const [now, setNow] = useState(at)
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const age = displayAge(at, now)
  return (
    <p className={styles.updated}>
      {words.updated({ age })}
      <button type="button" disabled={isReloading} onClick={onRefresh}>
        {isReloading ? words.refreshing : words.refresh}
      </button>
    </p>
  )
}
