import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  filterCount,
  messages,
  orderOf,
  orders,
  threatLevels,
} from '../../../lib/emails/messages.ts'
import { $messageListWords } from '../../../lib/emails/words/message-list.words.yaml'
import { Field } from '../../../ui/Field.tsx'
import { FilterBar } from '../../core/filters/FilterBar.tsx'
import { FilterSelect } from '../../core/filters/FilterSelect.tsx'
import '../../../ui/date-field.css'

const orderNames = ['newest', 'oldest', 'bySender'] as const

/** Search, verdict, days and order; all of them are in the address. */
export function MessageFilters() {
  const words = useStore($messageListWords)
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
