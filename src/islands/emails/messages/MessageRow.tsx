import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import { visibleText } from '../../../lib/core/format/shown-sender.ts'
import {
  displayDate,
  displayMoment,
  displayTime,
  formatCount,
} from '../../../lib/core/i18n/format.ts'
import {
  type SenderHistory as History,
  type Message,
  messageDetails,
  openMessage,
  originOf,
  totalOf,
  wordsOfCheck,
} from '../../../lib/emails/messages.ts'
import { wordsOf } from '../../../lib/emails/threats.ts'
import { $messagesWords, type MessagesWords } from '../../../lib/emails/words/messages.words.yaml'
import { Badge } from '../../../ui/Badge.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { FailedLoad } from '../../core/parts/FailedLoad.tsx'
import { levelLooks } from '../../core/parts/level-looks.ts'
import { SenderName } from '../../core/parts/SenderName.tsx'
import { MailCheckbox } from '../../flags/senders/SelectedMail.tsx'
import { SenderActions } from '../../flags/senders/SenderActions.tsx'
import styles from './MessagesView.module.css'

interface PartProps {
  readonly message: Message
  readonly words: MessagesWords
}

/** Everything that is known about a mail, in words that need no knowledge of mail. */
function MessagePanel({ message }: { readonly message: Message }) {
  const words = useStore($messagesWords)
  return (
    <div className={styles.panel}>
      <Verdict message={message} words={words} />
      <Origin message={message} words={words} />
      <Section title={words.history}>
        <SenderHistory message={message} words={words} />
      </Section>
      <Kept message={message} words={words} />
    </div>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Verdict({ message, words }: PartProps) {
  const { indicators } = message.scan_details.content_analysis
  const { reason } = wordsOf(message)
  return (
    <Section title={words.verdict}>
      <p className={styles.lead}>{words[`${message.threat_level}Verdict`]}</p>
      {reason !== '' && (
        <p>
          <bdi>{reason}</bdi>
        </p>
      )}
      {indicators.length > 0 && (
        <>
          <h3>{words.indicators}</h3>
          <ul className={styles.indicators}>
            {[...new Set(indicators)].map((indicator) => (
              <li key={indicator}>
                <bdi>{visibleText(indicator)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{words.fate}</h3>
      <p>{message.disposition === null ? words.fateUnknown : words[message.disposition]}</p>
    </Section>
  )
}

function Origin({ message, words }: PartProps) {
  const { authentication, sender_address: address, sender_domain: domain } = message
  const origin = originOf(authentication)
  return (
    <Section title={words.origin}>
      <p className={styles.lead}>{words[origin]}</p>
      <dl className={styles.facts}>
        {address !== '' && (
          <div>
            <dt className="soft">{words.address}</dt>
            <dd>
              <SenderName sender={address} />
            </dd>
          </div>
        )}
        {domain !== '' && (
          <div>
            <dt className="soft">{words.domain}</dt>
            <dd>
              <SenderName sender={domain} />
            </dd>
          </div>
        )}
        {origin !== 'notReported' &&
          (['dmarc', 'spf', 'dkim'] as const).map((check) => (
            <div key={check}>
              <dt className="soft">{words[check]}</dt>
              <dd>{words[wordsOfCheck(check, authentication[check])]}</dd>
            </div>
          ))}
      </dl>
    </Section>
  )
}

function Kept({ message, words }: PartProps) {
  const end = message.delete_after
  return (
    <Section title={words.kept}>
      <p>{message.threat_level === 'malicious' ? words.keptDomain : words.keptContent}</p>
      <p>{end === null ? words.neverDeleted : words.deletedOn({ date: displayDate(end).text })}</p>
    </Section>
  )
}

interface SenderHistoryProps {
  readonly message: Message
  readonly words: MessagesWords
}

/** How many mails of the same sender the user got, and how they were judged. */
function SenderHistory({ message, words }: SenderHistoryProps) {
  const resource = useStore(messageDetails.$resource)
  if (resource.status === 'failed') {
    return (
      <FailedLoad title={words.oneFailed} error={resource.error} onRetry={messageDetails.reload} />
    )
  }
  if (resource.status === 'loading' || resource.data.message.id !== message.id) {
    return <Spinner label={words.loadingOne} />
  }
  const { of_address: ofAddress, of_domain: ofDomain } = resource.data
  return (
    <dl className={styles.facts}>
      {ofAddress !== null && (
        <div>
          <dt className="soft">{words.ofAddress}</dt>
          <dd>
            <Figures history={ofAddress} words={words} />
          </dd>
        </div>
      )}
      <div>
        <dt className="soft">{words.ofDomain}</dt>
        <dd>
          <Figures history={ofDomain} words={words} />
        </dd>
      </div>
    </dl>
  )
}

function Figures({ history, words }: { history: History; words: MessagesWords }) {
  const total = totalOf(history)
  if (total <= 1 && !history.is_part) return words.firstMail
  const levels = (['safe', 'suspicious', 'malicious'] as const).filter(
    (level) => history[level] > 0,
  )
  const count = history.is_part
    ? words.mailsOrMore({ count: formatCount(total) })
    : words.mails(total)
  return (
    <>
      <span className={styles.count}>{count}</span>
      <span className={styles.levels}>
        {levels.map((level) => (
          <span key={level} data-level={level}>
            {words[level](history[level])}
          </span>
        ))}
      </span>
      {history.first_at !== null && history.last_at !== null && (
        <span className={styles.since}>
          {words.since({
            first: displayDate(history.first_at).text,
            last: displayDate(history.last_at).text,
          })}
        </span>
      )}
    </>
  )
}

interface MessageRowProps {
  readonly message: Message
  readonly words: MessagesWords
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
