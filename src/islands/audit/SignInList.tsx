import { useStore } from '@nanostores/react'
import { type AuditEntry, nameOfActor, wordsOf } from '../../lib/audit/activity.ts'
import { detailWords } from '../../lib/audit/activity-detail.ts'
import { $activityWords } from '../../lib/audit/words/activity.words.yaml'
import { displayTime } from '../../lib/core/i18n/format.ts'
import { viewPath } from '../../lib/core/navigation/view.ts'
import styles from './SignInList.module.css'

/** The sign-ins of a folded row, each with what is known about it in one line. */
export function SignInList({ entries }: { readonly entries: readonly AuditEntry[] }) {
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
