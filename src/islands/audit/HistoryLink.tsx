import { useStore } from '@nanostores/react'
import { $activityMessages } from '../../../lib/messages/activity.ts'
import { viewPath } from '../../../lib/navigation/view.ts'
import type { ActivityFilter } from '../../../lib/screens/activity.ts'
import styles from './HistoryLink.module.css'

interface HistoryLinkProps {
  readonly filter: ActivityFilter
}

/** Leads to what the audit trail says about a user or an organization. */
export function HistoryLink({ filter }: HistoryLinkProps) {
  const messages = useStore($activityMessages)
  return (
    <p className={styles.history}>
      <a href={viewPath('admin', 'activity', { ...filter })}>{messages.history}</a>
    </p>
  )
}
