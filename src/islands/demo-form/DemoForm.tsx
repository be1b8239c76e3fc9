import { type SubmitEvent, useRef, useState } from 'react'
import { type DemoField, demoFields } from '../../lib/screens/demo-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { MailLink, type MailLinkHandle } from '../../ui/MailLink.tsx'
import { Notices } from '../../ui/Notices.tsx'
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
  const [missing, setMissing] = useState<readonly DemoField[]>([])
  const mail = useRef<MailLinkHandle>(null)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setMissing(sendDemoRequest(form, (href) => mail.current?.open(href)))
  }

  return (
    <form
      className="demo-form"
      action={`mailto:${mailbox}`}
      method="post"
      encType="text/plain"
      noValidate
      onSubmit={submit}
    >
      {demoFields.map((name) => (
        <Field key={name} label={labels[name]} required invalid={missing.includes(name)}>
          {(control) => <input {...control} {...controls[name]} name={name} />}
        </Field>
      ))}
      <Button type="submit">{button}</Button>
      <MailLink ref={mail} />
      <Notices />
    </form>
  )
}
