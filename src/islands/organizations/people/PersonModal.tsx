import { useStore } from '@nanostores/react'
import { type ReactNode, useId, useState } from 'react'
import { displayMoment } from '../../../lib/core/i18n/format.ts'
import type { Person } from '../../../lib/organizations/people.ts'
import {
  nameOf,
  resetFactors,
  sendInvitation,
  setActive,
  withdrawInvitation,
} from '../../../lib/organizations/person.ts'
import { $personWords } from '../../../lib/organizations/words/person.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { EmailAddress } from '../../../ui/EmailAddress.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { PersonCorrection } from './PersonCorrection.tsx'
import styles from './PersonModal.module.css'

interface PersonModalProps {
  readonly person: Person
  /** Whether the server can send invitations. */
  readonly canInvite: boolean
  readonly onClose: () => void
}

/** What an organization admin can do for a user (A680). */
export function PersonModal({ person, canInvite, onClose }: PersonModalProps) {
  const personWords = useStore($personWords)
  const [pending, setPending] = useState<Action>()
  const { invitation_expires_at: end } = person
  async function run(action: Action) {
    setPending(action)
    const isDone = await actions[action](person)
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
    <Modal title={nameOf(person)} isOpen onDismiss={onClose} asksBeforeDiscard>
      <p className={styles.address}>
        <EmailAddress address={person.email} />
      </p>
      {person.may_be_invited && <PersonCorrection person={person} onDone={onClose} />}
      {person.may_be_invited && (
        <Part title={personWords.invitation} text={invitationWords(end)}>
          {canInvite && button('send', end ? personWords.sendAgain : personWords.send)}
          {end && button('withdraw', personWords.withdraw, 'danger')}
        </Part>
      )}
      <Part
        title={personWords.access}
        text={person.is_active ? personWords.isActive : personWords.isInactive}
      >
        {person.is_active
          ? button('deactivate', personWords.deactivate, 'danger')
          : button('activate', personWords.activate)}
      </Part>
      {Boolean(person.second_factors) && (
        <Part title={personWords.factors} text={personWords.factorsText}>
          {button('reset', personWords.reset, 'danger')}
        </Part>
      )}
    </Modal>
  )

  function invitationWords(moment: string | null | undefined): string {
    if (!moment) return personWords.none
    const words = new Date(moment) > new Date() ? personWords.openUntil : personWords.over
    return words({ end: displayMoment(moment) })
  }
}

const actions = {
  send: sendInvitation,
  withdraw: withdrawInvitation,
  deactivate: (person: Person) => setActive(person, false),
  activate: (person: Person) => setActive(person, true),
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
      <div className={styles.actions}>{children}</div>
    </section>
  )
}
