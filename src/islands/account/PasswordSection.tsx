import { useStore } from '@nanostores/react'
import { accountSessions } from '../../lib/account/account-sessions.ts'
import { $accountPasswordMessages } from '../../lib/account/words/account-password.words.yaml'
import { $session } from '../../lib/core/session/session.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { Section } from './Section.tsx'

export function PasswordSection() {
  const messages = useStore($accountPasswordMessages)
  const session = useStore($session)
  const user = session.status === 'signed-in' ? session.user : undefined
  // A password would not work (A632).
  if (user?.only_single_sign_on) return <Section title={messages.title} text={messages.only} />
  return (
    <Section title={messages.title} text={messages.text}>
      {user?.is_single_sign_on && <p>{messages.singleSignOn}</p>}
      {/* The change has ended the other sessions. */}
      <PasswordForm onDone={() => void accountSessions.reload()} />
    </Section>
  )
}
