import { useId } from 'react'
import './choices.css'

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
