import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Choice, SearchChoices } from '../lib/core/ui-state/choices.ts'
import { $pickerWords } from '../lib/core/words/picker.words.yaml'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { PickerPopup } from './PickerPopup.tsx'
import './picker.css'
import { useChoices } from './use-choices.ts'

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
