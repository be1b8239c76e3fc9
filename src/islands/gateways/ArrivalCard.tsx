import { useStore } from '@nanostores/react'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import { $arrival, type Arrival } from '../../lib/gateways/connect-arrival.ts'
import { $connectMessages } from '../../lib/gateways/words/connect.words.yaml'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './ArrivalCard.module.css'

interface Shown {
  readonly tone: 'waiting' | 'safe' | 'caution'
  readonly icon: IconName
  readonly title: string
  readonly hint: string | undefined
}

/** What has arrived, without reloading the page; nothing where the server does not say it. */
export function ArrivalCard() {
  const messages = useStore($connectMessages)
  const watched = useStore($arrival)
  if (watched.status === 'unsupported') return null
  const { tone, icon, title, hint } = describeWatched(watched, messages)
  return (
    <section className={styles.arrival} data-tone={tone} aria-label={messages.arrival}>
      <Icon name={icon} />
      <div role="status">
        <p className={styles.title}>{title}</p>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
    </section>
  )
}

type Words = ReturnType<typeof $connectMessages.get>
type Watched = ReturnType<typeof $arrival.get>

function describeWatched(watched: Watched, messages: Words): Shown {
  const waiting = { tone: 'waiting', icon: 'info', hint: undefined } as const
  if (watched.status === 'failed') return { ...waiting, title: messages.arrivalFailed }
  if (watched.status !== 'loaded') return { ...waiting, title: messages.arrivalLoading }
  const { arrival } = watched
  if (arrival.silent_since !== null) {
    const hint = messages.silentHint({ time: displayMoment(arrival.silent_since) })
    return { tone: 'caution', icon: 'warning', title: messages.silent, hint }
  }
  if (arrival.last_message_at !== null) {
    return { tone: 'safe', icon: 'check', ...describeMessages(arrival, messages) }
  }
  if (arrival.last_report_at !== null) {
    const hint = messages.heardHint({ time: displayMoment(arrival.last_report_at) })
    return { tone: 'caution', icon: 'warning', title: messages.heard, hint }
  }
  return { ...waiting, title: messages.waiting, hint: messages.waitingHint }
}

function describeMessages(arrival: Arrival, messages: Words): Pick<Shown, 'title' | 'hint'> {
  const { first_message_at: first, last_message_at: last, last_level: level } = arrival
  const time = displayMoment(last ?? '')
  const firstBefore =
    first === null || first === last
      ? undefined
      : messages.firstBefore({ time: displayMoment(first) })
  if (level === null) return { title: messages.lastPlain({ time }), hint: firstBefore }
  const words = first === last ? messages.first : messages.last
  return { title: words({ time, level: messages[level] }), hint: firstBefore }
}
