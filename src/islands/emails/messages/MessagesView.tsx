import { useStore } from '@nanostores/react'
import { formatCount } from '../../../lib/core/i18n/format.ts'
import { $openId, type Message, messages } from '../../../lib/emails/messages.ts'
import { $messageListWords } from '../../../lib/emails/words/message-list.words.yaml'
import { keepRowFocus } from '../../../ui/keep-row-focus.ts'
import { usePainted } from '../../../ui/lazy-component.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { MoreRows } from '../../core/lists/MoreRows.tsx'
import { FailedLoad } from '../../core/parts/FailedLoad.tsx'
import { ViewPage } from '../../core/parts/ViewPage.tsx'
import { SelectedMail } from '../../flags/senders/SelectedMail.tsx'
import { LinkedMessage } from './LinkedMessage.tsx'
import { MessageFilters } from './MessageFilters.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './MessagesView.module.css'
import { NoMessages } from './NoMessages.tsx'

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
