import { useStore } from '@nanostores/react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import {
  $messageChanges,
  deleteMessage,
  sendMessageAgain,
  type WebhookMessage,
} from '../../lib/webhooks/webhook-messages.ts'
import { reasonOf, wordOf } from '../../lib/webhooks/webhooks.ts'
import { $webhookMessagesWords } from '../../lib/webhooks/words/webhook-messages.words.yaml'
import { $webhooksWords } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { FactRow } from '../core/parts/FactRow.tsx'

/** One message with why it is not there; a delivered one has no buttons. */
export function MessageRow({ message }: { readonly message: WebhookMessage }) {
  const webhookMessagesWords = useStore($webhookMessagesWords)
  const words = useStore($webhooksWords)
  const isPending = useStore($messageChanges).has(message.id)
  const { event, created_at, state, attempts, failure, status, url, next_attempt_at } = message
  const time = displayTime(created_at).text
  const reason = reasonOf(failure, status)
  const isGivenUp = state === 'failed'
  const facts = [
    URL.parse(url)?.host ?? url,
    ...(attempts === 0 ? [] : [webhookMessagesWords.attempts(attempts)]),
    ...(reason === '' ? [] : [reason]),
    ...(next_attempt_at === null
      ? []
      : [webhookMessagesWords.next({ time: displayTime(next_attempt_at).text })]),
  ]
  return (
    <FactRow name={webhookMessagesWords.of({ event: words[wordOf(event)], time })} facts={facts}>
      {state !== 'delivered' && (
        <>
          <Button
            variant="secondary"
            size="small"
            pending={isPending}
            label={(isGivenUp
              ? webhookMessagesWords.sendAgainOne
              : webhookMessagesWords.sendNowOne)({ time })}
            onClick={() => void sendMessageAgain(message)}
          >
            {isGivenUp ? webhookMessagesWords.sendAgain : webhookMessagesWords.sendNow}
          </Button>
          <Button
            variant="plain"
            size="small"
            pending={isPending}
            label={webhookMessagesWords.removeOne({ time })}
            onClick={() => void deleteMessage(message)}
          >
            {webhookMessagesWords.remove}
          </Button>
        </>
      )}
    </FactRow>
  )
}
