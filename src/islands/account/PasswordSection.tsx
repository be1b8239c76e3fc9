import { useStore } from '@nanostores/react'
import { accountSessions } from '../../lib/account/account-sessions.ts'
import { $accountPasswordWords } from '../../lib/account/words/account-password.words.yaml'
import { $session } from '../../lib/sign-in/session.ts'
import { PasswordForm } from './parts/PasswordForm.tsx'
import { Section } from './parts/Section.tsx'

export function PasswordSection() {
  const words = useStore($accountPasswordWords)
  const session = useStore($session)
  const user = session.status === 'signed-in' ? session.user : undefined
  // A password would not work.
  if (user?.only_single_sign_on) return <Section title={words.title} text={words.only} />
  return (
    <Section title={words.title} text={words.text}>
      {user?.is_single_sign_on && <p>{words.singleSignOn}</p>}
      {/* The change has ended the other sessions. */}
      <PasswordForm onDone={() => void accountSessions.reload()} />
    </Section>
  )
}
