import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import {
  $arrival,
  type Arrival,
  type RefusedRequests,
  watchArrival,
} from '../../lib/gateways/connect-arrival.ts'
import { $provider, chooseProvider, connectionProviders } from '../../lib/gateways/connect-files.ts'
import { type KeyOwner, openKeys } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { $refusedWords } from '../../lib/gateways/words/refused.words.yaml'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './ConnectPanel.module.css'
import { Files } from './Files.tsx'
import { Keys, LoadedKeys } from './Keys.tsx'

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
        <p className={styles.refusedHint}>{hint}</p>
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
        {hint !== undefined && <p className={styles.arrivalCardHint}>{hint}</p>}
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

/** Keys, files and arrival of an organization's mail. */
export function ConnectPanel({ organizationId }: { readonly organizationId: string }) {
  useEffect(() => {
    const close = openKeys({ organizationId })
    const stopWatching = watchArrival(organizationId)
    return () => {
      stopWatching()
      chooseProvider(undefined)
      close()
    }
  }, [organizationId])
  const isOf = (owner: KeyOwner | undefined) =>
    typeof owner === 'object' && owner.organizationId === organizationId
  return (
    <LoadedKeys isOf={isOf}>
      {(keys) => (
        <>
          <ArrivalCard />
          <Refused />
          <ProviderChoice />
          <Files />
          {keys.length > 0 && <Keys keys={keys} />}
        </>
      )}
    </LoadedKeys>
  )
}

/** The mail system, which decides about the files. */
function ProviderChoice() {
  const words = useStore($connectWords)
  const chosen = useStore($provider)
  return (
    <fieldset className={styles.providers}>
      <legend>
        <h3>{words.provider}</h3>
        <p className={styles.hint}>{words.providerHint}</p>
      </legend>
      {connectionProviders.map((provider) => (
        <label key={provider} className={styles.provider}>
          <input
            type="radio"
            name="provider"
            value={provider}
            checked={provider === chosen}
            onChange={() => chooseProvider(provider)}
          />
          <span>
            <span className={styles.name}>{words[provider]}</span>
            <span className={styles.hint}>{words[`${provider}Hint`]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
