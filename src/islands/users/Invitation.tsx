import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import { sendInvitation, withdrawInvitation } from '../../lib/users/invitations.ts'
import type { User } from '../../lib/users/users.ts'
import { $invitationsWords } from '../../lib/users/words/invitations.words.yaml'
import { Button } from '../../ui/Button.tsx'
import styles from './Invitation.module.css'

interface InvitationProps {
  readonly user: User
  readonly onDone: () => void
}

/** The invitation of a user without a password. */
export function Invitation({ user, onDone }: InvitationProps) {
  const invitationsWords = useStore($invitationsWords)
  const [pending, setPending] = useState<'send' | 'withdraw'>()
  const end = user.invitation_expires_at
  async function run(action: 'send' | 'withdraw') {
    setPending(action)
    const isDone = await (action === 'send' ? sendInvitation(user) : withdrawInvitation(user))
    setPending(undefined)
    if (isDone) onDone()
  }
  return (
    <div className={styles.invitation}>
      <p>{end ? sentence(end) : invitationsWords.none}</p>
      <Button
        variant="secondary"
        size="small"
        pending={pending === 'send'}
        onClick={() => void run('send')}
      >
        {end ? invitationsWords.sendAgain : invitationsWords.send}
      </Button>
      {end && (
        <Button
          variant="danger"
          size="small"
          pending={pending === 'withdraw'}
          onClick={() => void run('withdraw')}
        >
          {invitationsWords.withdraw}
        </Button>
      )}
    </div>
  )

  function sentence(moment: string): string {
    const words = new Date(moment) > new Date() ? invitationsWords.openUntil : invitationsWords.over
    return words({ end: displayMoment(moment) })
  }
}
