import { useStore } from '@nanostores/react'
import { displayDate, formatCount } from '../../../lib/core/i18n/format.ts'
import {
  type SenderHistory as History,
  type Message,
  messageDetails,
  totalOf,
} from '../../../lib/emails/messages.ts'
import type { MessageDetailsWords } from '../../../lib/emails/words/message-details.words.yaml'
import { $messageListWords } from '../../../lib/emails/words/message-list.words.yaml'
import { Spinner } from '../../../ui/Spinner.tsx'
import { FailedLoad } from '../../core/parts/FailedLoad.tsx'
import styles from './MessagePanel.module.css'

interface SenderHistoryProps {
  readonly message: Message
  readonly words: MessageDetailsWords
}

/** How many mails of the same sender the user got, and how they were judged. */
export function SenderHistory({ message, words }: SenderHistoryProps) {
  const list = useStore($messageListWords)
  const resource = useStore(messageDetails.$resource)
  if (resource.status === 'failed') {
    return (
      <FailedLoad title={list.oneFailed} error={resource.error} onRetry={messageDetails.reload} />
    )
  }
  if (resource.status === 'loading' || resource.data.message.id !== message.id) {
    return <Spinner label={list.loadingOne} />
  }
  const { of_address: ofAddress, of_domain: ofDomain } = resource.data
  return (
    <dl className={styles.facts}>
      {ofAddress !== null && (
        <div>
          <dt>{words.ofAddress}</dt>
          <dd>
            <Figures history={ofAddress} words={words} />
          </dd>
        </div>
      )}
      <div>
        <dt>{words.ofDomain}</dt>
        <dd>
          <Figures history={ofDomain} words={words} />
        </dd>
      </div>
    </dl>
  )
}

function Figures({ history, words }: { history: History; words: MessageDetailsWords }) {
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
