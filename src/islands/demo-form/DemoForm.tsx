import { useRef } from 'react'
import { type DemoField, demoFields } from '../../lib/screens/demo-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { MailLink, type MailLinkHandle } from '../../ui/MailLink.tsx'
import { Notices } from '../../ui/Notices.tsx'
import { useForm } from '../../ui/use-form.ts'
import { sendDemoRequest } from './send.ts'
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
 * The fields are uncontrolled, so input from before hydration is kept. Without scripts the form also
 * opens a mail, and never puts an address into the URL.
 */
export function DemoForm({ labels, button, mailbox }: DemoFormProps) {
  const mail = useRef<MailLinkHandle>(null)
  const { field, onSubmit } = useForm((form) =>
    sendDemoRequest(form, (href) => mail.current?.open(href)),
  )

  return (
    <form
      className="demo-form"
      action={`mailto:${mailbox}`}
      method="post"
      encType="text/plain"
      noValidate
      onSubmit={onSubmit}
    >
      {demoFields.map((name) => (
        <Field key={name} {...field(name)} label={labels[name]} required>
          {(control) => <input {...control} {...controls[name]} />}
        </Field>
      ))}
      <Button type="submit">{button}</Button>
      <MailLink ref={mail} />
      <Notices />
    </form>
  )
}
