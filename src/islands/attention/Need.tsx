import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $attentionWords } from '../../lib/attention/words/attention.words.yaml'
import { organizationPath } from '../../lib/core/navigation/admin-paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './NeedsYou.module.css'

interface NeedProps {
  readonly tone?: 'caution' | 'neutral'
  /** Nothing is shown of a need that there is not. */
  readonly count: number
  /** The need and its count. */
  readonly title: string
  readonly hint?: string
  /** Where it is solved. */
  readonly link?: readonly [href: string, label: string]
  readonly organizations?: readonly {
    readonly id: string | number
    readonly name: string
    /** Its own page, if it is not said. */
    readonly href?: string
    readonly detail: string
    /** The answers, where it is solved here. */
    readonly actions?: ReactNode
  }[]
}

/** One thing that needs a super admin. */
export function Need(props: NeedProps) {
  const { tone = 'caution', count, title, hint, link, organizations = [] } = props
  const words = useStore($attentionWords)
  if (count === 0) return null
  const more = count - organizations.length
  return (
    <li className={styles.need} data-tone={tone}>
      <Icon name={tone === 'neutral' ? 'info' : 'warning'} />
      <div className={styles.what}>
        <h3>{title}</h3>
        {hint !== undefined && <p>{hint}</p>}
        {organizations.length > 0 && (
          <ul className={styles.who}>
            {organizations.map(
              ({ id, name, href = organizationPath(String(id)), detail, actions }) => (
                <li key={id}>
                  <a href={href}>
                    <bdi>{name}</bdi>
                  </a>
                  <span>{detail}</span>
                  {actions}
                </li>
              ),
            )}
          </ul>
        )}
        {organizations.length > 0 && more > 0 && <p>{words.more(more)}</p>}
      </div>
      {link !== undefined && (
        <a className="button" data-variant="secondary" data-size="small" href={link[0]}>
          {link[1]}
        </a>
      )}
    </li>
  )
}
