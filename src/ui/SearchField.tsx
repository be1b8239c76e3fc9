import { useDeferredValue, useEffect, useState } from 'react'
import { Field } from './Field.tsx'

interface SearchFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onSearch: (wanted: string) => void
  /** The label is for screen readers alone. */
  readonly isLabelHidden?: boolean
}

/** Searches while the user types; typing stays responsive while a long list is filtered. */
export function SearchField({ hint, value, onSearch, ...field }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const wanted = useDeferredValue(typed)
  useEffect(() => onSearch(wanted), [wanted, onSearch])
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="search"
          placeholder={hint}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
