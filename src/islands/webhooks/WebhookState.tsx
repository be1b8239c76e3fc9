import { useStore } from '@nanostores/react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import type { Webhook } from '../../lib/webhooks/webhooks.ts'
import { $webhooksWords } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Badge } from '../../ui/Badge.tsx'

/** Whether messages are sent, and since when and why not. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
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
