import { useId } from 'react'
import { displayMoment, displayTime } from '../../../lib/core/i18n/format.ts'
import { type Message, openMessage } from '../../../lib/emails/messages.ts'
import { wordsOf } from '../../../lib/emails/threats.ts'
import type { MessageListWords } from '../../../lib/emails/words/message-list.words.yaml'
import { Badge } from '../../../ui/Badge.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { levelLooks } from '../../core/parts/level-looks.ts'
import { SenderName } from '../../core/parts/SenderName.tsx'
import { MailCheckbox } from '../../flags/senders/SelectedMail.tsx'
import { SenderActions } from '../../flags/senders/SenderActions.tsx'
import { MessagePanel } from './MessagePanel.tsx'
import styles from './MessageRow.module.css'

interface MessageRowProps {
  readonly message: Message
  readonly words: MessageListWords
  readonly isOpen: boolean
}

/** One mail, which opens to everything that is known about it. */
export function MessageRow({ message, words, isOpen }: MessageRowProps) {
  const panel = useId()
  const { subject, sender } = wordsOf(message)
  const level = message.threat_level
  const labels = {
    safe: words.levelSafe,
    suspicious: words.levelSuspicious,
    malicious: words.levelMalicious,
  }
  const noSubject = level === 'malicious' ? words.subjectNotKept : words.noSubject
  const shown = message.sender_address || sender
  return (
    <li className={styles.row} data-open={isOpen}>
      <div className={styles.line}>
        <MailCheckbox mail={message} />
        <button
          type="button"
          className={styles.head}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => openMessage(isOpen ? undefined : message.id)}
        >
          <span>
            <Badge {...levelLooks[level]} label={labels[level]} />
          </span>
          <span className={styles.words}>
            <span className={styles.sender}>
              {shown === '' ? <bdi>{words.unknownSender}</bdi> : <SenderName sender={shown} />}
            </span>
            {subject === '' ? (
              <i className={styles.subject}>{noSubject}</i>
            ) : (
              <bdi className={styles.subject}>{subject}</bdi>
            )}
          </span>
          <time className={styles.time} dateTime={displayTime(message.timestamp).machine}>
            {displayMoment(message.timestamp)}
          </time>
          <Icon name="down" />
        </button>
        {!isOpen && <SenderActions mail={message} isCompact />}
      </div>
      <div id={panel}>
        {isOpen && (
          <>
            <div className={styles.actions}>
              <SenderActions mail={message} />
            </div>
            <MessagePanel message={message} />
          </>
        )}
      </div>
    </li>
  )
}
