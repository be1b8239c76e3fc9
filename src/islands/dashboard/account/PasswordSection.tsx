import { useStore } from '@nanostores/react'
import { $accountPasswordMessages } from '../../../lib/messages/account-password.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { Section } from './Section.tsx'

export function PasswordSection() {
  const messages = useStore($accountPasswordMessages)
  return (
    <Section title={messages.title} text={messages.text}>
      <PasswordForm />
    </Section>
  )
}
