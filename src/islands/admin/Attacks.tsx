import { useStore } from '@nanostores/react'
import type { AdminSummary } from '../../lib/admin/admin.ts'
import { shareOf } from '../../lib/admin/attack-shares.ts'
import { $attacksWords } from '../../lib/admin/words/attacks.words.yaml'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { filteredPath, organizationPath } from '../../lib/core/navigation/admin-paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Attacks.module.css'

interface AttacksProps {
  readonly attacks: NonNullable<AdminSummary['attacks']>
}

/** Which organization needs attention, and why, in one sentence and its list. */
export function Attacks({ attacks: { count, attacked } }: AttacksProps) {
  const words = useStore($attacksWords)
  const named = attacked ?? []
  const [first] = named
  if (count === 0 || first === undefined) {
    return (
      <p className={styles.calm}>
        <Icon name="check" />
        {words.none}
      </p>
    )
  }
  const share = shareOf(named)
  const more = count - named.length
  return (
    <section className={styles.attacks} aria-labelledby="attacks-title">
      <h2 id="attacks-title">
        {/* One text, because letters of two are set apart. */}
        {words.sentence(count) + (count === 1 ? words.itIs : words.startWith)}
        <a href={organizationPath(String(first.id))}>
          <bdi>{first.name}</bdi>
        </a>
        {words.against({
          recent: formatCount(first.recent ?? 0),
          usual: formatCount(first.usual ?? 0),
        })}
      </h2>
      {count > 1 && (
        <ol className={styles.list}>
          {named.map(({ id, name, recent, usual }) => (
            <li key={id}>
              <a href={organizationPath(String(id))}>
                <bdi>{name}</bdi>
              </a>
              <svg className={styles.bar} aria-hidden="true">
                <rect width={share(recent)} height="100%" rx="3" />
                <line x1={share(usual)} x2={share(usual)} y2="100%" />
              </svg>
              <span className={styles.figures}>
                <strong>{formatCount(recent ?? 0)}</strong>
                {words.usual({ usual: formatCount(usual ?? 0) })}
              </span>
            </li>
          ))}
        </ol>
      )}
      {more > 0 && (
        <a className={styles.more} href={filteredPath('organizations', { attacks: 'unusual' })}>
          {words.more(more)}
        </a>
      )}
    </section>
  )
}
