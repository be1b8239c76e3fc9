import type { ReactNode } from 'react'
import { Field } from '../../../ui/Field.tsx'

interface FilterSelectProps {
  readonly label: string
  readonly value: string
  readonly onChoose: (value: string) => void
  readonly children: ReactNode
}

/** A choice that takes effect as it is made. */
export function FilterSelect({ label, value, onChoose, children }: FilterSelectProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {children}
        </select>
      )}
    </Field>
  )
}
