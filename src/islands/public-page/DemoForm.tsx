import { type DemoField, demoFields } from '../../lib/public-page/demo-form.ts'
import { Field } from '../../ui/Field.tsx'
import '../../ui/button.css'
import './demo-form.css'

interface DemoFormProps {
  readonly labels: Readonly<Record<DemoField, string>>
  readonly button: string
  /** The mailbox that the form submits to without scripts. */
  readonly mailbox: string
}

const controls = {
  email: { type: 'email', autoComplete: 'email' },
  company: { type: 'text', autoComplete: 'organization' },
} as const

/**
 * Only in the HTML: `answer-form.ts` answers the submit. Without scripts the form also opens a mail, and
 * never puts an address into the URL.
 */
export function DemoForm({ labels, button, mailbox }: DemoFormProps) {
  return (
    <form
      className="demo-form"
      action={`mailto:${mailbox}`}
      method="post"
      encType="text/plain"
      noValidate
    >
      {demoFields.map((name) => (
        <Field key={name} name={name} label={labels[name]} required>
          {(control) => <input {...control} {...controls[name]} />}
        </Field>
      ))}
      <button type="submit" className="button">
        {button}
      </button>
    </form>
  )
}
