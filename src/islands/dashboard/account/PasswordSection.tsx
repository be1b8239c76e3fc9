import { useStore } from '@nanostores/react'
import { $accountPasswordMessages } from '../../../lib/messages/account-password.ts'
import { accountSessions } from '../../../lib/screens/account-sessions.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { Section } from './Section.tsx'

export function PasswordSection() {
  const messages = useStore($accountPasswordMessages)
  return (
    <Section title={messages.title} text={messages.text}>
      {/* The change has ended the other sessions. */}
      <PasswordForm onDone={() => void accountSessions.reload()} />
    </Section>
  )
}
