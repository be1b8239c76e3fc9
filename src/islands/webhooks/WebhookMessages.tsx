import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { $dashboardWords } from '../../lib/core/words/dashboard.words.yaml'
import { deliveryStates, stateIn, webhookMessages } from '../../lib/webhooks/webhook-messages.ts'
import { $webhookMessagesWords } from '../../lib/webhooks/words/webhook-messages.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { FilterSelect } from '../core/parts/FilterSelect.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './WebhookMessages.module.css'

/** The messages that were given up, that wait, or that were delivered in the last day. */
export function WebhookMessages() {
  const words = useStore($webhookMessagesWords)
  const titleId = useId()
  const state = stateIn(useStore(webhookMessages.$query))
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
          onChoose={(chosen) => webhookMessages.ask({ state: chosen === 'failed' ? '' : chosen })}
        />
      </div>
      <Rows labelledBy={titleId} />
    </section>
  )
}

function Rows({ labelledBy }: { readonly labelledBy: string }) {
  const webhookMessagesWords = useStore($webhookMessagesWords)
  const words = useStore($dashboardWords)
  const paged = useStore(webhookMessages.$paged)
  if (paged.status === 'loading') return <Spinner label={webhookMessagesWords.loading} />
  if (paged.status === 'failed') {
    return (
      <StateMessage icon="warning" title={webhookMessagesWords.loadFailed} isProblem>
        <Button onClick={() => void webhookMessages.reload()}>{words.tryAgain}</Button>
      </StateMessage>
    )
  }
  const state = stateIn(paged.query)
  if (paged.rows.length === 0) {
    if (state === 'waiting') return <StateMessage title={webhookMessagesWords.noneWaiting} />
    if (state === 'delivered') return <StateMessage title={webhookMessagesWords.noneDelivered} />
    return (
      <StateMessage
        title={webhookMessagesWords.noneFailed}
        hint={webhookMessagesWords.noneFailedHint}
      />
    )
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
            {webhookMessagesWords.more}
          </Button>
        </div>
      )}
    </>
  )
}
