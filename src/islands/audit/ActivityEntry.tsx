import { useStore } from '@nanostores/react'
import { type AuditEntry, nameOfActor, nameOfTarget, roleWords } from '../../lib/audit/activity.ts'
import { detailWords } from '../../lib/audit/activity-detail.ts'
import { $activityWords } from '../../lib/audit/words/activity.words.yaml'
import { viewPath } from '../../lib/core/navigation/view.ts'
import styles from './ActivityEntry.module.css'

/** All that is known about an entry, and what else was done by and to the same. */
export function ActivityEntry({ entry }: { readonly entry: AuditEntry }) {
  const words = useStore($activityWords)
  const { actor_id, target_id, target_type, organization_id, organization_name } = entry
  const target = nameOfTarget(entry)
  const facts = [
    [words.who, nameOfActor(entry), actor_id],
    [words.role, roleWords(entry.actor_role), null],
    [words.about, target, target_id],
    [words.organization, organization_name ?? '', organization_id],
    [words.address, entry.address || words.erased, null],
    [words.detail, detailWords(entry), null],
  ] as const
  const links = [
    ...(actor_id === null
      ? []
      : [[words.ofActor({ name: nameOfActor(entry) }), { actor_id: String(actor_id) }] as const]),
    ...(target_id === null || target_type !== 'user'
      ? []
      : [[words.ofTarget({ name: target }), { target_id: String(target_id) }] as const]),
    ...(organization_id === null
      ? []
      : [
          [
            words.ofOrganization({ name: organization_name ?? words.removedOrganization }),
            { organization_id: String(organization_id) },
          ] as const,
        ]),
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts
          .filter(([, text, id]) => text !== '' || id !== null)
          .map(([label, text, id]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{text}</bdi>
                {id !== null && <span className={styles.id}>{words.id({ id: String(id) })}</span>}
              </dd>
            </div>
          ))}
      </dl>
      <ul className={styles.links}>
        {links.map(([text, query]) => (
          <li key={text}>
            <a href={viewPath('admin', 'activity', query)}>{text}</a>
          </li>
        ))}
      </ul>
    </>
  )
}
