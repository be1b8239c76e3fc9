import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Choice, SearchChoices } from '../lib/core/ui-state/choices.ts'
import { $pickerWords } from '../lib/core/words/picker.words.yaml'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import './picker.css'
import { type UIEvent, useEffect } from 'react'
import type { ChoicePage } from '../lib/core/ui-state/choices.ts'

interface Choices {
  /** The choices found so far; undefined until the first response. */
  readonly page: ChoicePage | undefined
  readonly hasFailed: boolean
  readonly find: (text: string) => Promise<void>
  /** Adds the next page, if there is one. */
  readonly findMore: () => Promise<void>
}

/** Loads choices in pages; only the response to the latest request counts. */
function useChoices(search: SearchChoices): Choices {
  const [page, setPage] = useState<ChoicePage>()
  const [hasFailed, setFailed] = useState(false)
  const newest = useRef(0)
  const text = useRef('')
  const isAdding = useRef(false)

  async function request(cursor: string | undefined, before: ChoicePage['choices']) {
    newest.current += 1
    const mine = newest.current
    const found = await search(text.current, cursor).catch(() => undefined)
    if (mine !== newest.current) return
    isAdding.current = false
    setFailed(found === undefined)
    setPage(found && { ...found, choices: [...before, ...found.choices] })
  }

  return {
    page,
    hasFailed,
    find: (wanted) => {
      text.current = wanted
      return request(undefined, [])
    },
    findMore: async () => {
      if (page?.next === undefined || isAdding.current) return
      isAdding.current = true
      await request(page.next, page.choices)
    },
  }
}

interface PickerPopupProps {
  readonly id: string
  readonly label: string
  readonly choices: readonly Choice[]
  readonly active: number
  readonly chosenId: string | undefined
  /** Shown if there are no options. */
  readonly emptyText: string
  readonly onChoose: (choice: Choice) => void
  /** Called when the end of the list becomes visible. */
  readonly onEnd: () => void
}

const nearEndPixels = 200

function PickerPopup(props: PickerPopupProps) {
  const { id, label, choices, active, chosenId, emptyText, onChoose, onEnd } = props
  const popup = useRef<HTMLDivElement>(null)
  // In a scrolling dialog the popup may start below the visible area.
  useEffect(() => {
    popup.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  function scroll({ currentTarget: list }: UIEvent<HTMLDivElement>) {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < nearEndPixels) onEnd()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press leaves the focus in the field
    <div
      ref={popup}
      className="picker-popup"
      onMouseDown={(event) => event.preventDefault()}
      onScroll={scroll}
    >
      {choices.length === 0 ? (
        <p className="picker-none" role="status">
          {emptyText}
        </p>
      ) : (
        <div id={id} role="listbox" aria-label={label}>
          {choices.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
            <div
              key={choice.id}
              id={`${id}-${index}`}
              className="picker-choice"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              data-chosen={choice.id === chosenId}
              onClick={() => onChoose(choice)}
            >
              <bdi>{choice.label}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

interface PickerProps {
  readonly label: string
  /** The name of the form field with the chosen id. */
  readonly name: string
  readonly placeholder: string
  readonly search: SearchChoices
  readonly initial?: Choice | undefined
  readonly required?: boolean
  readonly problem?: string | undefined
  readonly onChoose?: (choice: Choice | undefined) => void
}

/**
 * Chooses one of thousands of options by typing: an ARIA combobox with a list. Text without a choice is
 * reset when the field loses the focus; an empty field means no choice.
 */
export function Picker(props: PickerProps) {
  const { label, name, placeholder, search, initial, onChoose, ...field } = props
  const words = useStore($pickerWords)
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(initial)
  const [text, setText] = useState(initial?.label ?? '')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { page, hasFailed, find, findMore } = useChoices(search)
  const choices = page?.choices ?? []
  const isListed = isOpen && choices.length > 0

  function open(wanted: string) {
    setOpen(true)
    setActive(0)
    void find(wanted)
  }

  function choose(choice: Choice | undefined) {
    setChosen(choice)
    setText(choice?.label ?? '')
    setOpen(false)
    if (choice?.id !== chosen?.id) onChoose?.(choice)
  }

  function type(typed: string) {
    // An emptied field clears the choice; the list would only cover the next field.
    if (typed === '') return choose(undefined)
    setText(typed)
    open(typed)
  }

  function leave() {
    const same = choices.find((choice) => choice.label.toLowerCase() === text.trim().toLowerCase())
    if (isOpen) choose(same ?? chosen)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const choice = choices[active]
    if (event.nativeEvent.isComposing) return
    if (step !== undefined && !isOpen) open('')
    else if (step !== undefined) {
      setActive(Math.min(choices.length - 1, Math.max(0, active + step)))
      if (active + step >= choices.length - 1) void findMore()
    } else if (event.key === 'Enter' && isListed && choice !== undefined) choose(choice)
    else if (event.key === 'Escape' && isOpen) choose(chosen)
    else return
    // Otherwise Enter submits the form, and Escape closes the surrounding dialog.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Field label={label} {...field}>
      {(control) => (
        <div className="picker">
          <input
            {...control}
            ref={box}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isListed}
            aria-controls={isListed ? listId : undefined}
            aria-activedescendant={isListed ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onClick={(event) => {
              if (isOpen) return
              event.currentTarget.select()
              open('')
            }}
            onKeyDown={press}
            onBlur={({ relatedTarget, currentTarget }) => {
              if (relatedTarget !== currentTarget.nextElementSibling) leave()
            }}
          />
          {/*
           * An invisible form field; the form focuses it if a choice is missing. An answer may come
           * after the list was opened, and leaves it open.
           */}
          <input
            className="picker-value"
            name={name}
            value={chosen?.id ?? ''}
            readOnly
            tabIndex={-1}
            aria-hidden
            onFocus={() => box.current?.focus()}
          />
          {chosen !== undefined && field.required !== true ? (
            <button
              type="button"
              className="picker-clear"
              aria-label={words.clear({ label })}
              onClick={() => {
                choose(undefined)
                box.current?.focus()
              }}
            >
              <Icon name="close" />
            </button>
          ) : (
            <span className="picker-arrow">
              <Icon name="down" />
            </span>
          )}
          <p className="visually-hidden" role="status">
            {isOpen && page !== undefined && choices.length > 0 && words.found(page.total)}
          </p>
          {isOpen && (page !== undefined || hasFailed) && (
            <PickerPopup
              id={listId}
              label={label}
              choices={choices}
              active={active}
              chosenId={chosen?.id}
              emptyText={hasFailed ? words.failed : words.none}
              onChoose={choose}
              onEnd={() => void findMore()}
            />
          )}
        </div>
      )}
    </Field>
  )
}
