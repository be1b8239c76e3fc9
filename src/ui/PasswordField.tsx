import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $passwordFieldWords } from '../lib/core/words/password-field.words.yaml'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import './password-field.css'

interface PasswordFieldProps {
  readonly label: string
  readonly name: string
  readonly hint?: string
  /** The words of its button, where it is no password. */
  readonly words?: { readonly show: string; readonly hide: string }
  readonly autoComplete: 'current-password' | 'new-password'
  readonly required: boolean
  readonly problem?: string | undefined
}

/** A password input with a toggle to show or hide its text (R045, R046). */
export function PasswordField({
  label,
  name,
  hint,
  words: own,
  autoComplete,
  required,
  problem,
}: PasswordFieldProps) {
  const usual = useStore($passwordFieldWords)
  const words = own ?? usual
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
            aria-label={shown ? words.hide : words.show}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'hide' : 'show'} />
          </button>
        </div>
      )}
    </Field>
  )
}
