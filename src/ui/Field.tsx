import { type ReactNode, useId } from 'react'
import './field.css'

/** Props that connect an input, select or textarea to its field; spread them onto the control. */
interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly required?: boolean
  readonly invalid?: boolean
  readonly children: (control: ControlProps) => ReactNode
}

/** Provides the label, the hint and their connection to the control. */
export function Field({ label, hint, required = false, invalid = false, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="field">
      <p className="field-label">
        <label htmlFor={id}>{label}</label>
        {/* Outside the label, so that it is not part of the accessible name; see `aria-required`. */}
        {required && <span aria-hidden="true">*</span>}
      </p>
      {children({
        id,
        'aria-describedby': hint === undefined ? undefined : hintId,
        'aria-invalid': invalid || undefined,
        'aria-required': required || undefined,
      })}
      {hint !== undefined && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
