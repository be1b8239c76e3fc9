import { useStore } from '@nanostores/react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import type { Webhook } from '../../lib/webhooks/webhooks.ts'
import { $webhooksMessages } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Badge } from '../../ui/Badge.tsx'

/** Whether messages are sent, and since when and why not. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const messages = useStore($webhooksMessages)
  const { pause, paused_at, failing_since } = webhook
  const isPaused = pause !== 'no'
  const at = isPaused ? paused_at : failing_since
  if (!isPaused && at === null) return <Badge tone="safe" icon="check" label={messages.active} />
  const why = { no: messages.since, by_hand: messages.since }
  const since = { ...why, failing: messages.pausedFailing, gone: messages.pausedGone }[pause]
  return (
    <p>
      <Badge
        tone={pause === 'failing' || pause === 'gone' ? 'danger' : 'caution'}
        icon="warning"
        label={isPaused ? messages.paused : messages.failing}
      />{' '}
      {at !== null && <small>{since({ time: displayTime(at).text })}</small>}
    </p>
  )
}
