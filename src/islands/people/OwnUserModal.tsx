import { useStore } from '@nanostores/react'
import { type ReactNode, useId, useState } from 'react'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import {
  correctUser,
  nameOf,
  resetFactors,
  sendInvitation,
  setActive,
  withdrawInvitation,
} from '../../lib/people/own-user.ts'
import type { OwnUser } from '../../lib/people/people.ts'
import { $ownUserWords } from '../../lib/people/words/own-user.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './OwnUserModal.module.css'

interface OwnUserModalProps {
  readonly user: OwnUser
  /** Whether the server can send invitations. */
  readonly canInvite: boolean
  readonly onClose: () => void
}

/** An organization admin's options for a user. */
export function OwnUserModal({ user, canInvite, onClose }: OwnUserModalProps) {
  const ownUserWords = useStore($ownUserWords)
  const [pending, setPending] = useState<Action>()
  const { invitation_expires_at: end } = user
  async function run(action: Action) {
    setPending(action)
    const isDone = await actions[action](user)
    setPending(undefined)
    if (isDone) onClose()
  }
  const button = (action: Action, label: string, variant: 'secondary' | 'danger' = 'secondary') => (
    <Button
      variant={variant}
      size="small"
      pending={pending === action}
      disabled={pending !== undefined && pending !== action}
      onClick={() => void run(action)}
    >
      {label}
    </Button>
  )
  return (
    <Modal title={nameOf(user)} isOpen onDismiss={onClose} asksBeforeDiscard>
      <p className={styles.address}>
        <EmailAddress address={user.email} />
      </p>
      {user.may_be_invited && <OwnUserCorrection user={user} onDone={onClose} />}
      {user.may_be_invited && (
        <Part title={ownUserWords.invitation} text={invitationWords(end)}>
          {canInvite && button('send', end ? ownUserWords.sendAgain : ownUserWords.send)}
          {end && button('withdraw', ownUserWords.withdraw, 'danger')}
        </Part>
      )}
      <Part
        title={ownUserWords.access}
        text={user.is_active ? ownUserWords.isActive : ownUserWords.isInactive}
      >
        {user.is_active
          ? button('deactivate', ownUserWords.deactivate, 'danger')
          : button('activate', ownUserWords.activate)}
      </Part>
      {Boolean(user.second_factors) && (
        <Part title={ownUserWords.factors} text={ownUserWords.factorsText}>
          {button('reset', ownUserWords.reset, 'danger')}
        </Part>
      )}
    </Modal>
  )

  function invitationWords(moment: string | null | undefined): string {
    if (!moment) return ownUserWords.none
    const words = new Date(moment) > new Date() ? ownUserWords.openUntil : ownUserWords.over
    return words({ end: displayMoment(moment) })
  }
}

const actions = {
  send: sendInvitation,
  withdraw: withdrawInvitation,
  deactivate: (user: OwnUser) => setActive(user, false),
  activate: (user: OwnUser) => setActive(user, true),
  reset: resetFactors,
}
type Action = keyof typeof actions

interface PartProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Part({ title, text, children }: PartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p>{text}</p>
      <div className="close-row">{children}</div>
    </section>
  )
}

interface OwnUserCorrectionProps {
  readonly user: OwnUser
  readonly onDone: () => void
}

/** Name, address and department of a user who has not come yet. */
function OwnUserCorrection({ user, onDone }: OwnUserCorrectionProps) {
  const words = useStore($ownUserWords)
  const { pending, field, onSubmit } = useForm((form) => correctUser(user, form), onDone)
  return (
    <section className={styles.part} aria-labelledby="user-correction">
      <h3 id="user-correction">{words.correct}</h3>
      <p>{words.correctText}</p>
      <form noValidate onSubmit={onSubmit}>
        <Field {...field('full_name')} label={words.full_name} required>
          {(control) => <input {...control} defaultValue={user.full_name} autoComplete="off" />}
        </Field>
        <Field {...field('email')} label={words.email} required>
          {(control) => (
            <input
              {...control}
              type="email"
              dir="ltr"
              defaultValue={user.email}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Field {...field('department')} label={words.department}>
          {(control) => (
            <input {...control} defaultValue={user.department ?? ''} autoComplete="off" />
          )}
        </Field>
        <div className="close-row">
          <Button type="submit" variant="secondary" size="small" pending={pending}>
            {pending ? words.saving : words.save}
          </Button>
        </div>
      </form>
    </section>
  )
}
