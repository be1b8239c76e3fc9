import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import { sendInvitation, sendResetLink, withdrawInvitation } from '../../lib/users/invitations.ts'
import type { User } from '../../lib/users/users.ts'
import { $invitationsWords } from '../../lib/users/words/invitations.words.yaml'
import { $resetLinkWords } from '../../lib/users/words/reset-link.words.yaml'
import { Button } from '../../ui/Button.tsx'
import styles from './UserForm.module.css'

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

interface InvitationChoiceProps {
  readonly isInvited: boolean
  readonly onChange: (isInvited: boolean) => void
}

/** An invitation in place of a password, for a new user. */
export function InvitationChoice({ isInvited, onChange }: InvitationChoiceProps) {
  const words = useStore($invitationsWords)
  const hint = useId()
  return (
    <div>
      <label className={styles.choice}>
        <input
          type="checkbox"
          name="sends_invitation"
          checked={isInvited}
          aria-describedby={hint}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {words.send}
      </label>
      <p className="field-hint" id={hint}>
        {words.sendHint}
      </p>
    </div>
  )
}

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
