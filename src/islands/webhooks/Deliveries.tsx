import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import {
  $deliveryChanges,
  type Delivery,
  deleteDelivery,
  deliveries,
  deliveryStates,
  reasonOf,
  sendDeliveryAgain,
  stateIn,
  wordOf,
} from '../../lib/webhooks/webhooks.ts'
import { $deliveriesWords } from '../../lib/webhooks/words/deliveries.words.yaml'
import { $webhooksWords } from '../../lib/webhooks/words/webhooks.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { FactRow } from '../core/facts/FactRow.tsx'
import { FilterSelect } from '../core/filters/FilterSelect.tsx'
import { LoadedRows } from '../core/lists/LoadedRows.tsx'
import styles from './Deliveries.module.css'

/** The messages that were given up, that wait, or that were delivered in the last day. */
export function Deliveries() {
  const words = useStore($deliveriesWords)
  const titleId = useId()
  const state = stateIn(useStore(deliveries.$query))
  return (
    <section className={styles.messages} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{words.title}</h2>
        <FilterSelect
          label={words.show}
          values={deliveryStates.toReversed()}
          labels={{
            failed: words.stateFailed,
            waiting: words.stateWaiting,
            delivered: words.stateDelivered,
          }}
          value={state}
          onChoose={(chosen) => deliveries.ask({ state: chosen === 'failed' ? '' : chosen })}
        />
      </div>
      <LoadedRows store={deliveries} loading={words.loading} failed={words.loadFailed}>
        {({ rows, query }) => <Rows labelledBy={titleId} messages={rows} state={stateIn(query)} />}
      </LoadedRows>
    </section>
  )
}

interface RowsProps {
  readonly labelledBy: string
  readonly messages: readonly Delivery[]
  readonly state: ReturnType<typeof stateIn>
}

function Rows({ labelledBy, messages, state }: RowsProps) {
  const words = useStore($deliveriesWords)
  if (messages.length === 0) {
    if (state === 'waiting') return <StateMessage title={words.noneWaiting} />
    if (state === 'delivered') return <StateMessage title={words.noneDelivered} />
    return <StateMessage title={words.noneFailed} hint={words.noneFailedHint} />
  }
  return (
    <ul className="ruled" aria-labelledby={labelledBy} ref={keepRowFocus}>
      {messages.map((message) => (
        <DeliveryRow key={message.id} message={message} />
      ))}
    </ul>
  )
}

/** One message with why it is not there; a delivered one has no buttons. */
function DeliveryRow({ message }: { readonly message: Delivery }) {
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
