import { useStore } from '@nanostores/react'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import { $arrival, type Arrival } from '../../lib/gateways/connect-arrival.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './ArrivalCard.module.css'

interface Shown {
  readonly tone: 'waiting' | 'arrived' | 'caution'
  readonly icon: IconName
  readonly title: string
  readonly hint: string | undefined
}

/** Arrivals, without reloading the page; nothing where the server does not tell them. */
export function ArrivalCard() {
  const words = useStore($connectWords)
  const watched = useStore($arrival)
  if (watched.status === 'unsupported') return null
  const { tone, icon, title, hint } = describeWatched(watched, words)
  return (
    <section className={styles.arrival} data-tone={tone} aria-label={words.arrival}>
      <Icon name={icon} />
      <div role="status">
        <p className={styles.title}>{title}</p>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
    </section>
  )
}

type Words = ReturnType<typeof $connectWords.get>
type Watched = ReturnType<typeof $arrival.get>

function describeWatched(watched: Watched, words: Words): Shown {
  const waiting = { tone: 'waiting', icon: 'info', hint: undefined } as const
  if (watched.status === 'failed') return { ...waiting, title: words.arrivalFailed }
  if (watched.status !== 'loaded') return { ...waiting, title: words.arrivalLoading }
  const { arrival } = watched
  if (arrival.silent_since !== null) {
    const hint = words.silentHint({ time: displayMoment(arrival.silent_since) })
    return { tone: 'caution', icon: 'warning', title: words.silent, hint }
  }
  if (arrival.last_message_at !== null) {
    return { tone: 'arrived', icon: 'check', ...describeMessages(arrival, words) }
  }
  if (arrival.last_report_at !== null) {
    const hint = words.heardHint({ time: displayMoment(arrival.last_report_at) })
    return { tone: 'caution', icon: 'warning', title: words.heard, hint }
  }
  return { ...waiting, title: words.waiting, hint: words.waitingHint }
}

function describeMessages(arrival: Arrival, words: Words): Pick<Shown, 'title' | 'hint'> {
  const { first_message_at: first, last_message_at: last, last_level: level } = arrival
  const time = displayMoment(last ?? '')
  const firstBefore =
    first === null || first === last ? undefined : words.firstBefore({ time: displayMoment(first) })
  if (level === null) return { title: words.lastPlain({ time }), hint: firstBefore }
  const said = first === last ? words.first : words.last
  return { title: said({ time, level: words[level] }), hint: firstBefore }
}
