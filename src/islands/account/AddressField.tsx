import { Field } from '../../ui/Field.tsx'
import type { Form } from '../../ui/use-form.ts'

interface AddressFieldProps {
  readonly addresses: readonly string[]
  readonly field: Form['field']
  readonly label: string
  readonly hint?: string
}

/** One of the addresses whose mailboxes can be watched. */
export function AddressField({ addresses, field, ...texts }: AddressFieldProps) {
  return (
    <Field {...field('address')} {...texts}>
      {(control) => (
        <select {...control}>
          {addresses.map((address) => (
            <option key={address}>{address}</option>
          ))}
        </select>
      )}
    </Field>
  )
}
