import { useStore } from '@nanostores/react'
import { type AuditEntry, nameOfActor, nameOfTarget, wordsOf } from '../../lib/audit/activity.ts'
import { detailWords } from '../../lib/audit/activity-detail.ts'
import { $activityWords } from '../../lib/audit/words/activity.words.yaml'
import { displayTime } from '../../lib/core/i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { Cell } from '../../ui/Table.tsx'
import styles from './ActivityRow.module.css'

interface ActivityRowProps {
  readonly entry: AuditEntry
  readonly onOpen: () => void
}

/** One action: when, who, what and about whom. */
export function ActivityRow({ entry, onOpen }: ActivityRowProps) {
  const words = useStore($activityWords)
  const at = displayTime(entry.at)
  const what = wordsOf(entry.action)
  const detail = detailWords(entry)
  // Signing in is about the user who does it; the same name twice says nothing.
  const isOwn = entry.actor_id !== null && entry.actor_id === entry.target_id
  const target = isOwn ? '' : nameOfTarget(entry)
  return (
    <>
      <Cell part="detail" className={styles.when}>
        <time dateTime={at.machine}>{at.text}</time>
      </Cell>
      <Cell part="detail" className={styles.who}>
        <Clamped>{nameOfActor(entry)}</Clamped>
      </Cell>
      <Cell part="title" className={styles.what}>
        <p>
          <span className={styles.action}>{what}</span>
          {detail !== '' && <Clamped className={styles.more}>{detail}</Clamped>}
        </p>
      </Cell>
      <Cell part="detail" className={styles.about}>
        {target !== '' && <Clamped>{target}</Clamped>}
      </Cell>
      <Cell part="detail" className={styles.about}>
        {entry.organization_name && <Clamped>{entry.organization_name}</Clamped>}
      </Cell>
      <Cell part="actions">
        <Button
          variant="secondary"
          size="small"
          label={words.detailsOne({ what, when: at.text })}
          onClick={onOpen}
        >
          {words.details}
        </Button>
      </Cell>
    </>
  )
}
