import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef } from 'react'
import {
  disconnect,
  isAwaited,
  isTroubled,
  type Mailbox,
  ownMailbox,
  saveAction,
  sentencesAbout,
  setWatched,
} from '../../lib/account/mailbox.ts'
import { $mailboxWords } from '../../lib/account/words/mailbox.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { Tick } from '../../ui/Tick.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useLookAgain } from '../core/parts/use-look-again.ts'
import styles from './Mailbox.module.css'
import { MovedMails } from './MovedMails.tsx'

/** The mark that several mail programs show. */
const keyword = '$Phishing'

const lookAgainMs = 5000

interface WatchedMailboxProps {
  readonly mailbox: Mailbox
  /** Whether its form stood here before: then what became of it has the focus. */
  readonly wasAbsent: RefObject<boolean>
}

/** The state of the mailbox in words, and what its user can change. */
export function WatchedMailbox({ mailbox, wasAbsent }: WatchedMailboxProps) {
  const words = useStore($mailboxWords)
  const stateRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wasAbsent.current) stateRef.current?.focus()
  }, [wasAbsent])
  useLookAgain(ownMailbox, isAwaited(mailbox), lookAgainMs)
  const isActive = mailbox.state === 'active'
  return (
    <>
      <div
        ref={stateRef}
        tabIndex={-1}
        className={styles.state}
        data-troubled={isTroubled(mailbox)}
        data-stopped={mailbox.state === 'stopped'}
      >
        <p>
          <bdi className={styles.address}>{mailbox.address}</bdi>
        </p>
        {sentencesAbout(mailbox).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {mailbox.by_organization && <p>{words.byOrganization}</p>}
      <ActionForm key={mailbox.action} mailbox={mailbox} />
      {mailbox.moved.length > 0 && <MovedMails mailbox={mailbox} />}
      {!mailbox.by_organization && (
        <div className="row">
          <Button variant="secondary" onClick={() => void setWatched(mailbox, !isActive)}>
            {isActive ? words.stop : words.goOn}
          </Button>
          <Button variant="plain" onClick={() => void disconnect(mailbox)}>
            {words.disconnect}
          </Button>
        </div>
      )}
    </>
  )
}

function ActionForm({ mailbox }: { readonly mailbox: Mailbox }) {
  const words = useStore($mailboxWords)
  const { pending, onSubmit } = useForm((form) => saveAction(form, mailbox))
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Choices
        legend={words.action}
        name="action"
        chosen={mailbox.action}
        choices={[
          { value: 'tell', label: words.tell, hint: words.tellHint },
          { value: 'mark', label: words.mark, hint: words.markHint({ keyword }) },
          { value: 'move', label: words.move, hint: words.moveHint },
        ]}
      />
      <Tick
        name="moves_last_day"
        label={words.movesLastDay}
        hint={words.movesLastDayHint}
        isTicked={mailbox.moves_last_day}
      />
      <div>
        <Button type="submit" variant="secondary" pending={pending}>
          {pending ? words.saving : words.save}
        </Button>
      </div>
    </form>
  )
}
