import { useStore } from '@nanostores/react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import {
  $deliveryChanges,
  type Delivery,
  deleteDelivery,
  sendDeliveryAgain,
} from '../../lib/webhooks/deliveries.ts'
import { reasonOf, wordOf } from '../../lib/webhooks/webhooks.ts'
import { $deliveriesWords } from '../../lib/webhooks/words/deliveries.words.yaml'
import { $webhooksWords } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { FactRow } from '../core/facts/FactRow.tsx'

/** One message with why it is not there; a delivered one has no buttons. */
export function DeliveryRow({ message }: { readonly message: Delivery }) {
  const deliveriesWords = useStore($deliveriesWords)
  const words = useStore($webhooksWords)
  const isPending = useStore($deliveryChanges).has(message.id)
  const { event, created_at, state, attempts, failure, status, url, next_attempt_at } = message
  const time = displayTime(created_at).text
  const reason = reasonOf(failure, status)
  const isGivenUp = state === 'failed'
  const facts = [
    URL.parse(url)?.host ?? url,
    ...(attempts === 0 ? [] : [deliveriesWords.attempts(attempts)]),
    ...(reason === '' ? [] : [reason]),
    ...(next_attempt_at === null
      ? []
      : [deliveriesWords.next({ time: displayTime(next_attempt_at).text })]),
  ]
  return (
    <FactRow name={deliveriesWords.of({ event: words[wordOf(event)], time })} facts={facts}>
      {state !== 'delivered' && (
        <>
          <Button
            variant="secondary"
            size="small"
            pending={isPending}
            label={(isGivenUp ? deliveriesWords.sendAgainOne : deliveriesWords.sendNowOne)({
              time,
            })}
            onClick={() => void sendDeliveryAgain(message)}
          >
            {isGivenUp ? deliveriesWords.sendAgain : deliveriesWords.sendNow}
          </Button>
          <Button
            variant="plain"
            size="small"
            pending={isPending}
            label={deliveriesWords.removeOne({ time })}
            onClick={() => void deleteDelivery(message)}
          >
            {deliveriesWords.remove}
          </Button>
        </>
      )}
    </FactRow>
  )
}
