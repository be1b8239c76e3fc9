import { useStore } from '@nanostores/react'
import { $attentionWords } from '../../lib/attention/words/attention.words.yaml'
import { Icon } from '../../ui/Icon.tsx'
import styles from './NeedsYou.module.css'

interface NeedProps {
  readonly tone: 'danger' | 'caution' | 'neutral'
  /** The need and its count. */
  readonly title: string
  readonly hint?: string
  /** Where it is solved. */
  readonly link?: readonly [href: string, label: string]
  readonly count?: number
  readonly organizations?: readonly {
    readonly id: string | number
    readonly name: string
    readonly href: string
    readonly detail: string
  }[]
}

/** One thing that needs a super admin. */
export function Need({ tone, title, hint, link, count = 0, organizations = [] }: NeedProps) {
  const words = useStore($attentionWords)
  const more = count - organizations.length
  return (
    <li className={styles.need} data-tone={tone}>
      <Icon name={tone === 'neutral' ? 'info' : 'warning'} />
      <div className={styles.what}>
        <h3>{title}</h3>
        {hint !== undefined && <p>{hint}</p>}
        {organizations.length > 0 && (
          <ul className={styles.who}>
            {organizations.map(({ id, name, href, detail }) => (
              <li key={id}>
                <a href={href}>
                  <bdi>{name}</bdi>
                </a>
                <span>{detail}</span>
              </li>
            ))}
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
