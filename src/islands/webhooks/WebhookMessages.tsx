import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { $dashboardMessages } from '../../lib/core/words/dashboard.words.yaml'
import { deliveryStates, stateIn, webhookMessages } from '../../lib/webhooks/webhook-messages.ts'
import { $webhookMessagesMessages } from '../../lib/webhooks/words/webhook-messages.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { FilterSelect } from '../core/parts/FilterSelect.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './WebhookMessages.module.css'

/** The messages that were given up, that wait, or that were delivered in the last day. */
export function WebhookMessages() {
  const messages = useStore($webhookMessagesMessages)
  const titleId = useId()
  const state = stateIn(useStore(webhookMessages.$query))
  return (
    <section className={styles.messages} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{messages.title}</h2>
        <FilterSelect
          label={messages.show}
          values={deliveryStates.toReversed()}
          labels={{
            failed: messages.stateFailed,
            waiting: messages.stateWaiting,
            delivered: messages.stateDelivered,
          }}
          value={state}
          onChoose={(chosen) => webhookMessages.ask({ state: chosen === 'failed' ? '' : chosen })}
        />
      </div>
      <Rows labelledBy={titleId} />
    </section>
  )
}

function Rows({ labelledBy }: { readonly labelledBy: string }) {
  const messages = useStore($webhookMessagesMessages)
  const words = useStore($dashboardMessages)
  const paged = useStore(webhookMessages.$paged)
  if (paged.status === 'loading') return <Spinner label={messages.loading} />
  if (paged.status === 'failed') {
    return (
      <StateMessage icon="warning" title={messages.loadFailed} isProblem>
        <Button onClick={() => void webhookMessages.reload()}>{words.tryAgain}</Button>
      </StateMessage>
    )
  }
  const state = stateIn(paged.query)
  if (paged.rows.length === 0) {
    if (state === 'waiting') return <StateMessage title={messages.noneWaiting} />
    if (state === 'delivered') return <StateMessage title={messages.noneDelivered} />
    return <StateMessage title={messages.noneFailed} hint={messages.noneFailedHint} />
  }
  return (
    <>
      <ul className={styles.rows} aria-labelledby={labelledBy}>
        {paged.rows.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </ul>
      {paged.hasMore && (
        <div>
          <Button
            variant="secondary"
            pending={paged.pending === 'more'}
            onClick={() => void webhookMessages.more()}
          >
            {messages.more}
          </Button>
        </div>
      )}
    </>
  )
}
