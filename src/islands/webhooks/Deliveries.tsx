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
import { Spinner } from '../../ui/Spinner.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { FactRow } from '../core/facts/FactRow.tsx'
import { FilterSelect } from '../core/filters/FilterSelect.tsx'
import { MoreRows } from '../core/lists/MoreRows.tsx'
import { FailedLoad } from '../core/parts/FailedLoad.tsx'
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
      <Rows labelledBy={titleId} />
    </section>
  )
}

function Rows({ labelledBy }: { readonly labelledBy: string }) {
  const deliveriesWords = useStore($deliveriesWords)
  const paged = useStore(deliveries.$paged)
  if (paged.status === 'loading') return <Spinner label={deliveriesWords.loading} />
  if (paged.status === 'failed') {
    return (
      <FailedLoad
        title={deliveriesWords.loadFailed}
        error={paged.error}
        onRetry={deliveries.reload}
      />
    )
  }
  const state = stateIn(paged.query)
  if (paged.rows.length === 0) {
    if (state === 'waiting') return <StateMessage title={deliveriesWords.noneWaiting} />
    if (state === 'delivered') return <StateMessage title={deliveriesWords.noneDelivered} />
    return <StateMessage title={deliveriesWords.noneFailed} hint={deliveriesWords.noneFailedHint} />
  }
  return (
    <>
      <ul className="ruled" aria-labelledby={labelledBy} ref={keepRowFocus}>
        {paged.rows.map((message) => (
          <DeliveryRow key={message.id} message={message} />
        ))}
      </ul>
      {paged.hasMore && (
        <MoreRows
          isPending={paged.pending === 'more'}
          failure={paged.failure}
          onMore={deliveries.more}
        />
      )}
    </>
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
