import { useStore } from '@nanostores/react'
import type { ActivityFilter } from '../../lib/audit/activity.ts'
import { $activityWords } from '../../lib/audit/words/activity.words.yaml'
import { viewPath } from '../../lib/core/navigation/view.ts'
import styles from './HistoryLink.module.css'

interface HistoryLinkProps {
  readonly filter: ActivityFilter
}

/** Leads to what the audit trail says about a user or an organization. */
export function HistoryLink({ filter }: HistoryLinkProps) {
  const words = useStore($activityWords)
  return (
    <p className={styles.history}>
      <a href={viewPath('admin', 'activity', { ...filter })}>{words.history}</a>
    </p>
  )
}
