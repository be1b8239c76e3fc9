import { useStore } from '@nanostores/react'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import { $arrival, type RefusedRequests } from '../../lib/gateways/connect-arrival.ts'
import { $refusedWords } from '../../lib/gateways/words/refused.words.yaml'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Refused.module.css'

/**
 * Requests of the organization's gateways that the server refused, and those without a known key.
 */
export function Refused() {
  const words = useStore($refusedWords)
  const watched = useStore($arrival)
  if (watched.status !== 'loaded') return null
  const { refused, refused_without_organization: unknown } = watched.arrival
  return (
    <>
      <Group title={words.title} hint={words.hint} refused={refused ?? []} />
      <Group title={words.unknownTitle} hint={words.unknownHint} refused={unknown ?? []} />
    </>
  )
}

interface GroupProps {
  readonly title: string
  readonly hint: string
  readonly refused: readonly RefusedRequests[]
}

function Group({ title, hint, refused }: GroupProps) {
  if (refused.length === 0) return null
  return (
    <section className={styles.refused} aria-label={title}>
      <Icon name="warning" />
      <div>
        <h3>{title}</h3>
        <p className={styles.hint}>{hint}</p>
        <ul>
          {refused.map((requests) => (
            <Reason key={`${requests.scope} ${requests.reason}`} requests={requests} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Reason({ requests }: { readonly requests: RefusedRequests }) {
  const words = useStore($refusedWords)
  const { scope, reason, count, first_at, last_at } = requests
  const counted = words[scope](count)
  const [first, last] = [displayMoment(first_at ?? ''), displayMoment(last_at ?? '')]
  return (
    <li>
      <p className={styles.reason}>
        <strong>{words[reason]}</strong>
        <span>
          {first === last
            ? words.once({ requests: counted, time: last })
            : words.between({ requests: counted, first, last })}
        </span>
      </p>
      <p>{words[`${reason}Hint`]}</p>
    </li>
  )
}
