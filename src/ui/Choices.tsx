import { type ReactNode, useId } from 'react'
import './choices.css'

interface ChoicesProps<Value extends string> {
  readonly legend: string
  readonly isLegendHidden?: boolean
  /** The name of the choice in its form. */
  readonly name: string
  readonly chosen: Value
  /** For what follows from it at once. */
  readonly onChoose?: (value: Value) => void
  readonly choices: readonly {
    readonly value: Value
    readonly label: ReactNode
    readonly hint: string
  }[]
}

/** One of a few values, each with a sentence that says what it means. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, isLegendHidden, name, chosen, onChoose, choices } = props
  const id = useId()
  return (
    <fieldset className="choices">
      <legend className={isLegendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      {choices.map(({ value, label, hint }) => (
        <div key={value} className="choice">
          <input
            type="radio"
            id={`${id}-${value}`}
            name={name}
            value={value}
            defaultChecked={value === chosen}
            onChange={() => onChoose?.(value)}
            aria-describedby={`${id}-${value}-hint`}
          />
          <label htmlFor={`${id}-${value}`}>{label}</label>
          <p id={`${id}-${value}-hint`}>{hint}</p>
        </div>
      ))}
    </fieldset>
  )
}

interface TickProps {
  /** The name of the field in its form. */
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly isTicked?: boolean
}

/** A wish with a sentence that says what it means. */
export function Tick({ name, label, hint, isTicked = false }: TickProps) {
  const id = useId()
  return (
    <div className="choice">
      <input
        type="checkbox"
        id={id}
        name={name}
        defaultChecked={isTicked}
        aria-describedby={`${id}-hint`}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`}>{hint}</p>
    </div>
  )
}
