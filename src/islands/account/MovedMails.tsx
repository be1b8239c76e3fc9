import { useStore } from '@nanostores/react'
import { $movingBack, type Mailbox, type MovedMail, moveBack } from '../../lib/account/mailbox.ts'
import { $mailboxWords } from '../../lib/account/words/mailbox.words.yaml'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { FactRow } from '../core/facts/FactRow.tsx'
import styles from './Mailbox.module.css'

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
