import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import './field-row.css'
import type { Form } from './use-form.ts'

interface FieldRowProps extends ComponentProps<typeof Field> {
  readonly onSubmit: Form['onSubmit']
  readonly pending: boolean
  /** The words of the button. */
  readonly action: string
  readonly variant?: 'primary' | 'secondary'
}

/** A form of one field, with its button beside it where there is room. */
export function FieldRow({
  onSubmit,
  pending,
  action,
  variant = 'primary',
  ...field
}: FieldRowProps) {
  return (
    <form className="field-row" noValidate onSubmit={onSubmit}>
      <Field {...field} />
      <div>
        <Button type="submit" variant={variant} pending={pending}>
          {action}
        </Button>
      </div>
    </form>
  )
}

export const domainInput: FieldRowProps['children'] = (control) => (
  <input {...control} dir="ltr" inputMode="url" autoComplete="off" spellCheck={false} />
)
