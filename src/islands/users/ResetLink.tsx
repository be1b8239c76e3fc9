import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { sendResetLink } from '../../lib/users/reset-link.ts'
import type { User } from '../../lib/users/users.ts'
import { $resetLinkWords } from '../../lib/users/words/reset-link.words.yaml'
import { Button } from '../../ui/Button.tsx'
import styles from './Invitation.module.css'

/** In place of a password that an admin would know. The form stays open for other changes. */
export function ResetLink({ user }: { readonly user: User }) {
  const words = useStore($resetLinkWords)
  const [isSending, setSending] = useState(false)
  async function send() {
    setSending(true)
    await sendResetLink(user)
    setSending(false)
  }
  return (
    <div className={styles.invitation}>
      <p>{words.hint}</p>
      <Button variant="secondary" size="small" pending={isSending} onClick={() => void send()}>
        {words.send}
      </Button>
    </div>
  )
}
