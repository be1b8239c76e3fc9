import { useStore } from '@nanostores/react'
import { shownSender } from '../../../lib/core/format/shown-sender.ts'
import { formatCount } from '../../../lib/core/i18n/format.ts'
import {
  $openId,
  filterCount,
  type Message,
  type MessagesQuery,
  messageDetails,
  messages,
  noFilters,
  openMessage,
  senderIn,
} from '../../../lib/emails/messages.ts'
import { $messageListWords } from '../../../lib/emails/words/message-list.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { keepRowFocus } from '../../../ui/keep-row-focus.ts'
import { usePainted } from '../../../ui/lazy-component.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { StateMessage } from '../../../ui/StateMessage.tsx'
import { MoreRows } from '../../core/lists/MoreRows.tsx'
import { FailedLoad } from '../../core/parts/FailedLoad.tsx'
import { ViewPage } from '../../core/parts/ViewPage.tsx'
import { SelectedMail } from '../../flags/senders/SelectedMail.tsx'
import { MessageFilters } from './MessageFilters.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './MessagesView.module.css'

/** A user's own mail: search, filters, rows, and one open message. */
export function MessagesView() {
  const words = useStore($messageListWords)
  return (
    <ViewPage screen="employee" view="messages" subtitle={words.subtitle}>
      <MessageFilters />
      <Results />
    </ViewPage>
  )
}

function Results() {
  const words = useStore($messageListWords)
  const paged = useStore(messages.$paged)
  const openId = useStore($openId)
  if (paged.status === 'loading') return <Spinner label={words.loading} />
  if (paged.status === 'failed') {
    return <FailedLoad title={words.failed} error={paged.error} onRetry={messages.reload} />
  }
  const { rows, query, pending, hasMore } = paged
  const isOpenHere = rows.some(({ id }) => String(id) === openId)
  const found = hasMore
    ? words.foundMore({ count: formatCount(rows.length) })
    : words.found(rows.length)
  return (
    <>
      <p className={styles.found} role="status">
        {pending === 'rows' ? words.searching : found}
      </p>
      <SelectedMail />
      {openId !== undefined && !isOpenHere && <LinkedMessage id={openId} />}
      {rows.length === 0 ? (
        <NoMessages query={query} />
      ) : (
        <MessageList rows={rows} isStale={pending === 'rows'} />
      )}
      {hasMore && (
        <MoreRows isPending={pending === 'more'} failure={paged.failure} onMore={messages.more} />
      )}
    </>
  )
}

/** More than fit a phone's window; on a larger one the others come a frame later. */
const firstRows = 10

/** The first window of rows is painted before the others are rendered. */
function MessageList({ rows, isStale }: { rows: readonly Message[]; isStale: boolean }) {
  const words = useStore($messageListWords)
  const openId = useStore($openId)
  const isPainted = usePainted()
  return (
    <ul className={styles.list} aria-label={words.list} data-stale={isStale} ref={keepRowFocus}>
      {(isPainted ? rows : rows.slice(0, firstRows)).map((message) => (
        <MessageRow
          key={message.id}
          message={message}
          words={words}
          isOpen={String(message.id) === openId}
        />
      ))}
    </ul>
  )
}

/** An open message that is not among the rows, for instance of a link. */
function LinkedMessage({ id }: { readonly id: string }) {
  const words = useStore($messageListWords)
  const resource = useStore(messageDetails.$resource)
  if (resource.status === 'failed') {
    return (
      <StateMessage icon="info" title={words.gone} hint={words.goneHint}>
        <Button variant="secondary" onClick={() => openMessage(undefined)}>
          {words.close}
        </Button>
      </StateMessage>
    )
  }
  if (resource.status === 'loading' || String(resource.data.message.id) !== id) return null
  return (
    <ul className={`${styles.list} ${styles.linked}`} aria-label={words.list} ref={keepRowFocus}>
      <MessageRow message={resource.data.message} words={words} isOpen />
    </ul>
  )
}

/** That nothing was found is an answer, too: this sender has not written before. */
function NoMessages({ query }: { readonly query: MessagesQuery }) {
  const words = useStore($messageListWords)
  const { q = '' } = query
  if (filterCount(query) > 0) {
    return (
      <StateMessage icon="search" title={words.filteredOut}>
        <Button variant="secondary" onClick={() => messages.ask(noFilters)}>
          {words.clear}
        </Button>
      </StateMessage>
    )
  }
  if (q === '') return <StateMessage icon="mail" title={words.empty} hint={words.emptyHint} />
  const sender = senderIn(q)
  const title =
    sender === undefined
      ? words.nothingFound({ text: q })
      : words.neverSeen({ sender: shownSender(sender).text })
  return (
    <StateMessage icon="search" title={title} hint={words.nothingKept}>
      <Button variant="secondary" onClick={() => messages.ask(noFilters)}>
        {words.clear}
      </Button>
    </StateMessage>
  )
}
