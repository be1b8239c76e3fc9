import { useStore } from '@nanostores/react'
import { type AuditEntry, nameOfActor, nameOfTarget, wordsOf } from '../../lib/audit/activity.ts'
import { detailWords } from '../../lib/audit/activity-detail.ts'
import { type ActivityFold, organizationOf, whatOf, whoOf } from '../../lib/audit/fold-sign-ins.ts'
import { $activityWords } from '../../lib/audit/words/activity.words.yaml'
import { displayTime } from '../../lib/core/i18n/format.ts'
import { viewPath } from '../../lib/core/navigation/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { Cell } from '../../ui/Table.tsx'
import { ActivityEntry } from './ActivityEntry.tsx'
import styles from './ActivityRow.module.css'

interface ActivityRowProps {
  readonly fold: ActivityFold
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One action, or a fold of sign-ins: when, who, what and about whom; it opens in its place. */
export function ActivityRow({ fold, isOpen, onToggle }: ActivityRowProps) {
  const words = useStore($activityWords)
  const [entry] = fold
  const isFolded = fold.length > 1
  const at = displayTime(entry.at)
  const what = whatOf(fold)
  const detail = isFolded ? '' : detailWords(entry)
  // Signing in is about the user who does it; the same name twice says nothing.
  const isOwn = entry.actor_id !== null && entry.actor_id === entry.target_id
  const target = isFolded || isOwn ? '' : nameOfTarget(entry)
  const organization = organizationOf(fold)
  return (
    <>
      <Cell part="detail" className={styles.when}>
        <time dateTime={at.machine}>{at.text}</time>
      </Cell>
      <Cell part="detail" className={styles.who}>
        <Clamped>{whoOf(fold)}</Clamped>
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
        {organization !== '' && <Clamped>{organization}</Clamped>}
      </Cell>
      <Cell part="actions">
        <Button
          variant="secondary"
          size="small"
          label={words.detailsOne({ what, when: at.text })}
          expanded={isOpen}
          onClick={onToggle}
        >
          {words.details}
        </Button>
      </Cell>
      {isOpen && (
        <Cell part="whole" className={styles.open}>
          {isFolded ? <SignInList entries={fold} /> : <ActivityEntry entry={entry} />}
        </Cell>
      )}
    </>
  )
}

/** The sign-ins of a folded row, each with what is known about it in one line. */
function SignInList({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const words = useStore($activityWords)
  return (
    <ul className={styles.list}>
      {entries.map((entry) => {
        const { id, at, actor_id, address } = entry
        const time = displayTime(at)
        const name = nameOfActor(entry)
        const facts = [wordsOf(entry.action), detailWords(entry), address || words.erased]
        return (
          <li key={id}>
            <time dateTime={time.machine}>{time.text}</time>
            <span>
              {actor_id === null ? (
                <bdi>{name}</bdi>
              ) : (
                <a href={viewPath('admin', 'activity', { actor_id: String(actor_id) })}>
                  <bdi>{name}</bdi>
                </a>
              )}
            </span>
            <span className={styles.facts}>{facts.filter((fact) => fact !== '').join(' · ')}</span>
          </li>
        )
      })}
    </ul>
  )
}
