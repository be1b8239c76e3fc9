import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef } from 'react'
import {
  $movingBack,
  disconnect,
  finishSignIn,
  isAwaited,
  isTroubled,
  type Mailbox,
  type MovedMail,
  moveBack,
  ownMailbox,
  saveAction,
  sentencesAbout,
  setWatched,
} from '../../lib/account/mailbox.ts'
import { $mailboxWords } from '../../lib/account/words/mailbox.words.yaml'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices, Tick } from '../../ui/Choices.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { useForm } from '../../ui/use-form.ts'
import { FactRow } from '../core/facts/FactRow.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { useLookAgain } from '../core/parts/use-look-again.ts'
import { ConnectMailbox } from './ConnectMailbox.tsx'
import styles from './Mailbox.module.css'
import { Section } from './parts/Section.tsx'

/** The mails in Aman's folder, each with its reason and the way back. */
export function MovedMails({ mailbox }: { readonly mailbox: Mailbox }) {
  const { moved, folder, state } = mailbox
  const words = useStore($mailboxWords)
  return (
    <div className={styles.moved}>
      <h3>{words.moved}</h3>
      <p className="soft">{words.movedText({ folder })}</p>
      <ul ref={keepRowFocus}>
        {moved.map((mail) => (
          <Row key={mail.id} mail={mail} state={state} />
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  readonly mail: MovedMail
  readonly state: Mailbox['state']
}

function Row({ mail, state }: RowProps) {
  const words = useStore($mailboxWords)
  const isPending = useStore($movingBack).has(mail.id)
  const { subject, sender_domain: domain, received_at, detection_reason, is_returning } = mail
  const time = displayMoment(received_at)
  return (
    <FactRow
      name={subject || words.noSubject}
      facts={[domain && words.from({ domain }), time, detection_reason].filter((it) => it !== '')}
    >
      {is_returning ? (
        <p className="soft">{words.movingBack}</p>
      ) : (
        <Button
          variant="secondary"
          size="small"
          pending={isPending}
          label={words.moveOneBack({ subject: subject || words.noSubject, time })}
          onClick={() => void moveBack(mail, state)}
        >
          {words.moveBack}
        </Button>
      )}
    </FactRow>
  )
}

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

/** The mailbox that Aman watches for the user, where the server can watch one. */
export function MailboxSection() {
  const words = useStore($mailboxWords)
  const resource = useStore(ownMailbox.$resource)
  useEffect(() => void finishSignIn(), [])
  const isConnected = resource.status === 'loaded' && resource.data.mailbox !== null
  const wasAbsent = useRef(false)
  useEffect(() => {
    if (resource.status === 'loaded') wasAbsent.current = !isConnected
  }, [resource.status, isConnected])
  if (resource.status === 'loaded' && !resource.data.is_offered) return null
  return (
    <Section title={words.title} text={words.text}>
      <Loaded isQuiet store={ownMailbox} loading={words.loading} failed={words.failed}>
        {({ mailbox, addresses }) =>
          mailbox === null ? (
            <ConnectMailbox addresses={addresses} />
          ) : (
            <WatchedMailbox mailbox={mailbox} wasAbsent={wasAbsent} />
          )
        }
      </Loaded>
    </Section>
  )
}
