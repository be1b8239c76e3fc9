import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { $invitationsWords } from '../../lib/users/words/invitations.words.yaml'
import styles from './Invitation.module.css'

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
