import { type ReactNode, useId } from 'react'
import './field.css'

/** Props that connect an input, select or textarea to its field; spread them onto the control. */
interface ControlProps {
  readonly id: string
  readonly name: string | undefined
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

interface FieldProps {
  readonly label: string
  readonly isLabelHidden?: boolean
  /** The name of the control in its form. */
  readonly name?: string
  readonly hint?: string | undefined
  readonly required?: boolean
  /** Marks the control as invalid and says why; empty to mark it alone. */
  readonly problem?: string | undefined
  readonly children: (control: ControlProps) => ReactNode
}

/** Provides the label, the hint, the problem and their connection to the control. */
export function Field(props: FieldProps) {
  const { label, isLabelHidden, name, hint, required = false, problem, children } = props
  const id = useId()
  const hintId = `${id}-hint`
  const problemId = `${id}-problem`
  // The problem first, because it is news.
  const described = [problem && problemId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className="field">
      <p className="field-label">
        <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
          {label}
        </label>
        {/* Outside the label, so that it is not part of the accessible name; see `aria-required`. */}
        {required && <span aria-hidden="true">*</span>}
      </p>
      {children({
        id,
        name,
        'aria-describedby': described || undefined,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-required': required || undefined,
      })}
      {problem && (
        <p className="field-problem" id={problemId}>
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
