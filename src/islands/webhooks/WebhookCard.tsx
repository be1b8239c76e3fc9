import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import {
  $deliveryChanges,
  $testResults,
  $webhookChanges,
  deleteFailed,
  formatMilliseconds,
  nameOfWebhook,
  reasonOf,
  removeWebhook,
  renewSecret,
  sendAllAgain,
  testWebhook,
  toggleWebhook,
  type Webhook,
  wordOf,
} from '../../lib/webhooks/webhooks.ts'
import { $deliveriesWords } from '../../lib/webhooks/words/deliveries.words.yaml'
import { $webhooksWords } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './WebhooksView.module.css'

interface WebhookCardProps {
  readonly webhook: Webhook
  readonly onEdit: () => void
}

export function WebhookCard({ webhook, onEdit }: WebhookCardProps) {
  const words = useStore($webhooksWords)
  const isPending = useStore($webhookChanges).has(webhook.id)
  const titleId = useId()
  const { url, description, events, pause, organization_id, organization_name } = webhook
  const name = nameOfWebhook(webhook)
  const isActive = pause === 'no'
  return (
    <li className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>
          <bdi dir={description === '' ? 'ltr' : undefined}>{name}</bdi>
        </h2>
        <WebhookState webhook={webhook} />
      </div>
      {description !== '' && (
        <p className={styles.url}>
          <bdi dir="ltr">{url}</bdi>
        </p>
      )}
      <ul className={styles.facts} aria-label={words.events}>
        {events.map((event) => (
          <li key={event}>{words[wordOf(event)]}</li>
        ))}
        <li>
          <bdi>{organization_id === null ? words.allOrganizations : organization_name}</bdi>
        </li>
      </ul>
      <Figures webhook={webhook} />
      <TestOutcome id={webhook.id} />
      <div className={styles.actions}>
        <Button
          variant="secondary"
          size="small"
          pending={isPending}
          label={words.testOne({ name })}
          onClick={() => void testWebhook(webhook)}
        >
          {words.test}
        </Button>
        <Button variant="secondary" size="small" label={words.editOne({ name })} onClick={onEdit}>
          {words.edit}
        </Button>
        <Button
          variant="secondary"
          size="small"
          pending={isPending}
          label={isActive ? words.pauseOne({ name }) : words.resumeOne({ name })}
          onClick={() => void toggleWebhook(webhook)}
        >
          {isActive ? words.pause : words.resume}
        </Button>
        <Button
          variant="secondary"
          size="small"
          pending={isPending}
          label={words.newSecretOne({ name })}
          onClick={() => void renewSecret(webhook)}
        >
          {words.newSecret}
        </Button>
        <Button
          variant="danger"
          size="small"
          pending={isPending}
          label={words.removeOne({ name })}
          onClick={() => void removeWebhook(webhook)}
        >
          {words.remove}
        </Button>
      </div>
    </li>
  )
}

/** Waiting and given-up messages, with actions for them. */
function Figures({ webhook }: { readonly webhook: Webhook }) {
  const webhooksWords = useStore($webhooksWords)
  const words = useStore($deliveriesWords)
  const isPending = useStore($deliveryChanges).has(webhook.id)
  const { waiting, failed, last_delivered_at, old_secret_until } = webhook
  const name = nameOfWebhook(webhook)
  return (
    <>
      <p className={styles.figures}>
        <span>
          {last_delivered_at === null
            ? webhooksWords.neverDelivered
            : webhooksWords.delivered({ time: displayTime(last_delivered_at).text })}
        </span>
        {waiting > 0 && <span>{webhooksWords.waiting(waiting)}</span>}
        {old_secret_until !== null && (
          <span>{webhooksWords.bothSecrets({ time: displayTime(old_secret_until).text })}</span>
        )}
      </p>
      {failed > 0 && (
        <div className={styles.failed}>
          <p>{webhooksWords.failed(failed)}</p>
          <Button
            variant="secondary"
            size="small"
            pending={isPending}
            label={words.sendAllOne({ action: words.sendAll(failed), name })}
            onClick={() => void sendAllAgain(webhook)}
          >
            {words.sendAll(failed)}
          </Button>
          <Button
            variant="plain"
            size="small"
            pending={isPending}
            label={words.removeAllOne({ name })}
            onClick={() => void deleteFailed(webhook)}
          >
            {words.remove}
          </Button>
        </div>
      )}
    </>
  )
}

/** The result of the last test; announced. */
function TestOutcome({ id }: { readonly id: Webhook['id'] }) {
  const words = useStore($webhooksWords)
  const result = useStore($testResults).get(id)
  return (
    <p role="status" className={styles.outcome} data-failed={result && result.failure !== 'none'}>
      {result !== undefined && (
        <>
          <Icon name={result.failure === 'none' ? 'check' : 'warning'} />
          {result.failure === 'none'
            ? words.testDelivered({
                status: String(result.status),
                time: formatMilliseconds(result.milliseconds),
              })
            : words.testFailed({
                time: formatMilliseconds(result.milliseconds),
                reason: reasonOf(result.failure, result.status),
              })}
        </>
      )}
    </p>
  )
}

/** Whether messages are sent, and since when and why not. */
function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const words = useStore($webhooksWords)
  const { pause, paused_at, failing_since } = webhook
  const isPaused = pause !== 'no'
  const at = isPaused ? paused_at : failing_since
  if (!isPaused && at === null) return <Badge tone="neutral" icon="check" label={words.active} />
  const why = { no: words.since, by_hand: words.since }
  const since = { ...why, failing: words.pausedFailing, gone: words.pausedGone }[pause]
  return (
    <p>
      <Badge
        tone={pause === 'failing' || pause === 'gone' ? 'danger' : 'caution'}
        icon="warning"
        label={isPaused ? words.paused : words.failing}
      />{' '}
      {at !== null && <small>{since({ time: displayTime(at).text })}</small>}
    </p>
  )
}
