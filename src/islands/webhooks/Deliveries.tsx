import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { deliveries, deliveryStates, stateIn } from '../../lib/webhooks/deliveries.ts'
import { $deliveriesWords } from '../../lib/webhooks/words/deliveries.words.yaml'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { FilterSelect } from '../core/filters/FilterSelect.tsx'
import { MoreRows } from '../core/lists/MoreRows.tsx'
import { FailedLoad } from '../core/parts/FailedLoad.tsx'
import styles from './Deliveries.module.css'
import { DeliveryRow } from './DeliveryRow.tsx'

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
      <ul className={styles.rows} aria-labelledby={labelledBy} ref={keepRowFocus}>
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
