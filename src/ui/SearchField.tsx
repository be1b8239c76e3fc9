import { useDeferredValue, useEffect, useState } from 'react'
import { Field } from './Field.tsx'

interface SearchFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onSearch: (wanted: string) => void
}

/** Searches while somebody types; the letters come first, a long list's answer right after. */
export function SearchField({ label, hint, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const wanted = useDeferredValue(typed)
  useEffect(() => onSearch(wanted), [wanted, onSearch])
  return (
    <Field label={label}>
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
