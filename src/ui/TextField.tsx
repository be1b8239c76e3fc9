import { Field } from './Field.tsx'

interface TextFieldProps {
  readonly label: string
  readonly name: string
  readonly type?: 'text' | 'email' | 'tel'
  readonly initial?: string | undefined
  readonly placeholder?: string
  readonly required?: boolean
  readonly problem?: string | undefined
}

/** A text input without autofill, because it is usually about another user. */
export function TextField({
  label,
  name,
  type = 'text',
  initial = '',
  placeholder,
  required = false,
  problem,
}: TextFieldProps) {
  return (
    <Field label={label} name={name} required={required} problem={problem}>
      {(control) => (
        <input
          {...control}
          type={type}
          defaultValue={initial}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize={type === 'text' ? undefined : 'none'}
          spellCheck={false}
        />
      )}
    </Field>
  )
}
