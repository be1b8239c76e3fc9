import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { shownSender } from '../../../lib/core/format/shown-sender.ts'
import { formatCount } from '../../../lib/core/i18n/format.ts'
import type { ShownRows } from '../../../lib/core/lists/paged-resource.ts'
import {
  $openId,
  filterCount,
  type Message,
  type MessagesQuery,
  messageDetails,
  messages,
  noFilters,
  openMessage,
  orderOf,
  orders,
  senderIn,
  threatLevels,
} from '../../../lib/emails/messages.ts'
import { $messagesWords } from '../../../lib/emails/words/messages.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { keepRowFocus } from '../../../ui/keep-row-focus.ts'
import { usePainted } from '../../../ui/lazy-component.ts'
import { StateMessage } from '../../../ui/StateMessage.tsx'
import { FilterSelect } from '../../core/filters/FilterSelect.tsx'
import { FilterBar } from '../../core/filters/ListFilter.tsx'
import { LoadedRows } from '../../core/lists/LoadedRows.tsx'
import { ViewPage } from '../../core/parts/ViewPage.tsx'
import { SelectedMail } from '../../flags/senders/SelectedMail.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './MessagesView.module.css'
import '../../../ui/date-field.css'

const orderNames = ['newest', 'oldest', 'bySender'] as const

/** Search, verdict, days and order; all of them are in the address. */
export function MessageFilters() {
  const words = useStore($messagesWords)
  const query = useStore(messages.$query)
  const typed = useRef(query.q ?? '')
  /** How often the field was filled from outside. */
  const [fills, setFills] = useState(0)
  const search = useCallback((wanted: string) => {
    if (wanted === typed.current) return
    typed.current = wanted
    messages.askSoon({ q: wanted.trim() })
  }, [])
  const inAddress = query.q ?? ''
  useEffect(() => {
    // Back, or 'Clear', has changed the search. On a slow machine the address follows what is typed.
    if (inAddress === typed.current.trim() || messages.isTyping()) return
    typed.current = inAddress
    setFills((before) => before + 1)
  }, [inAddress])
  const day = (name: 'from' | 'to') => (
    <Field label={words[name]}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={query[name] ?? ''}
          onChange={(event) => messages.ask({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
  return (
    <FilterBar
      key={fills}
      label={words.search}
      hint={words.searchHint}
      search={inAddress}
      onSearch={search}
      activeCount={filterCount(query)}
    >
      <FilterSelect
        label={words.level}
        all={words.allLevels}
        values={threatLevels}
        labels={{
          safe: words.levelSafe,
          suspicious: words.levelSuspicious,
          malicious: words.levelMalicious,
        }}
        value={query.level ?? ''}
        onChoose={(level) => messages.ask({ level })}
      />
      {day('from')}
      {day('to')}
      <FilterSelect
        label={words.sort}
        values={orderNames}
        labels={words}
        value={orderOf(query)}
        onChoose={(name) => {
          const chosen = orderNames.find((order) => order === name) ?? 'newest'
          messages.ask(orders[chosen])
        }}
      />
    </FilterBar>
  )
}

/** A user's own mail: search, filters, rows, and one open message. */
export function MessagesView() {
  const words = useStore($messagesWords)
  return (
    <ViewPage screen="employee" view="messages" subtitle={words.subtitle}>
      <MessageFilters />
      <LoadedRows store={messages} loading={words.loading} failed={words.failed}>
        {(shown) => <Results {...shown} />}
      </LoadedRows>
    </ViewPage>
  )
}

function Results({ rows, query, pending, hasMore }: ShownRows<Message, keyof MessagesQuery>) {
  const words = useStore($messagesWords)
  const openId = useStore($openId)
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
    </>
  )
}

/** More than fit a phone's window; on a larger one the others come a frame later. */
const firstRows = 10

/** The first window of rows is painted before the others are rendered. */
function MessageList({ rows, isStale }: { rows: readonly Message[]; isStale: boolean }) {
  const words = useStore($messagesWords)
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
  const words = useStore($messagesWords)
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
  const words = useStore($messagesWords)
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
