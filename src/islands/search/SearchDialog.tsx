import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $router } from '../../lib/core/navigation/router.ts'
import { enterDialog } from '../../lib/core/ui-state/notices.ts'
import { $dialogsWords } from '../../lib/core/words/dialogs.words.yaml'
import {
  $findsMembers,
  $findsUsers,
  $foundCounts,
  $searchEntries,
  $searchStatus,
  $searchText,
  type FoundCounts,
  type SearchEntry,
  searchFor,
} from '../../lib/search/search.ts'
import { $searchWords } from '../../lib/search/words/search.words.yaml'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { dialogPlace, useModal } from '../../ui/Modal.tsx'
import styles from './Search.module.css'

interface SearchResultsProps {
  readonly id: string
  readonly entries: readonly SearchEntry[]
  readonly active: number
  readonly onPoint: (key: string) => void
  readonly onChoose: (entry: SearchEntry) => void
}

/** The results in groups; the focus stays in the field. */
function SearchResults({ id, entries, active, onPoint, onChoose }: SearchResultsProps) {
  const words = useStore($searchWords)
  const counts = useStore($foundCounts)
  const groups = [...new Set(entries.map(({ group }) => group))]
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div id={id} className={styles.list} role="listbox" aria-label={words.title}>
      {groups.map((group) => (
        <fieldset key={group} className={styles.group}>
          <legend className={styles.title}>
            {words[group]}
            {(group === 'users' || group === 'organizations') && counts[group] !== undefined && (
              <span className={styles.count}>
                {words.shownOf({
                  // Without the way to all of them.
                  shown: formatCount(entries.filter((entry) => entry.group === group).length - 1),
                  all: formatCount(counts[group]),
                })}
              </span>
            )}
          </legend>
          {entries.map(
            (entry, at) =>
              entry.group === group && (
                <button
                  key={entry.key}
                  id={`${id}-${at}`}
                  type="button"
                  className={styles.entry}
                  role="option"
                  // The focus stays in the field.
                  tabIndex={-1}
                  aria-selected={at === active}
                  onPointerMove={() => onPoint(entry.key)}
                  onClick={() => onChoose(entry)}
                >
                  <bdi className={styles.label}>{entry.label}</bdi>
                  {entry.detail !== undefined && (
                    <span className={styles.detail}>
                      <bdi>{entry.detail}</bdi>
                      {entry.email && (
                        <>
                          {' · '}
                          <EmailAddress address={entry.email} />
                        </>
                      )}
                    </span>
                  )}
                </button>
              ),
          )}
        </fieldset>
      ))}
    </div>
  )
}

interface SearchDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/**
 * Finds screens, actions, organizations and people: an ARIA combobox with a list below it. Closed, it has
 * its field already.
 */
export function SearchDialog({ isOpen, onClose }: SearchDialogProps) {
  const words = useStore($searchWords)
  const { close } = useStore($dialogsWords)
  const text = useStore($searchText)
  const entries = useStore($searchEntries)
  const status = useStore($searchStatus)
  const counts = useStore($foundCounts)
  const findsUsers = useStore($findsUsers)
  const findsMembers = useStore($findsMembers)
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [activeKey, setActiveKey] = useState<string>()
  // The field is painted first: who has pressed the keys types at once.
  const isFieldDrawn = useDeferredValue(isOpen)
  const listed = isOpen && isFieldDrawn ? entries : nothing
  useModal(dialog, isOpen)
  useEffect(() => (isOpen ? enterDialog() : undefined), [isOpen])
  // A search begins empty.
  useEffect(() => {
    if (!isOpen) return
    return () => {
      setActiveKey(undefined)
      searchFor('')
    }
  }, [isOpen])
  const found = entries.findIndex(({ key }) => key === activeKey)
  const active = Math.max(0, found)
  const chosen = entries[active]
  const others = findsMembers ? words.placeholderTeam : words.placeholder
  const hint = findsUsers ? words.placeholderAll : others

  function choose({ choose: choice }: SearchEntry) {
    onClose()
    if ('run' in choice) choice.run()
    else $router.open(choice.href)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      setActiveKey(entries[(active + step + entries.length) % entries.length]?.key)
    } else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else return
    event.preventDefault()
  }

  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={words.title}
      // A press beside it; its own area is covered by its content.
      onPointerDown={({ target }) => target === dialog.current && onClose()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // The browser says so in a later task, maybe of a dialog that is open again.
      onClose={() => dialog.current?.open === false && onClose()}
    >
      <div className={styles.content}>
        <div className={styles.field}>
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label={hint}
            aria-autocomplete="list"
            aria-expanded={listed.length > 0}
            aria-controls={listId}
            aria-activedescendant={listed[active] && `${listId}-${active}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={120}
            placeholder={hint}
            value={text}
            onChange={(event) => {
              setActiveKey(undefined)
              searchFor(event.currentTarget.value)
            }}
            onKeyDown={press}
          />
          <button type="button" aria-label={close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <SearchResults
          id={listId}
          entries={listed}
          active={active}
          onPoint={setActiveKey}
          onChoose={choose}
        />
        <p className={styles.state} role="status">
          {status === 'searching' && words.searching}
          {status === 'failed' && words.failed}
          {status === 'idle' &&
            (entries.length > 0
              ? words.found(allOf(entries, counts))
              : words.none({ text: text.trim() }))}
        </p>
      </div>
    </dialog>,
    dialogPlace(),
  )
}

const nothing: readonly SearchEntry[] = []

/** The results with those that are not shown, and without the ways to them. */
function allOf(entries: readonly SearchEntry[], counts: FoundCounts): number {
  return Object.entries(counts).reduce(
    (all, [group, count]) => all + count - entries.filter((entry) => entry.group === group).length,
    entries.length,
  )
}
