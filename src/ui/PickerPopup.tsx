import { type UIEvent, useEffect, useRef } from 'react'
import type { Choice } from '../lib/core/ui-state/choices.ts'

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

export function PickerPopup(props: PickerPopupProps) {
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
