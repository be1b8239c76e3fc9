import { useState } from 'react'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import './password-field.css'

interface PasswordFieldProps {
  readonly label: string
  readonly name: string
  readonly hint?: string
  readonly showLabel: string
  readonly hideLabel: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly required: boolean
  readonly problem?: string | undefined
}

/** A password input with a toggle to show or hide its text (R045, R046). */
export function PasswordField({
  label,
  name,
  hint,
  showLabel,
  hideLabel,
  autoComplete,
  required,
  problem,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} name={name} hint={hint} required={required} problem={problem}>
      {(control) => (
        <div className="password-field">
          <input
            {...control}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required={required}
          />
          <button
            type="button"
            aria-label={shown ? hideLabel : showLabel}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'hide' : 'show'} />
          </button>
        </div>
      )}
    </Field>
  )
}
