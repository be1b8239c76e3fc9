import { wordsOfCause } from '../core/start-error.ts'
import type { QueuedMail } from './transport.ts'

const longest = 300
const shortestName = 3
/** With a quoted or a plain local part, inside or outside of angle brackets. */
const addresses = /(?:"[^"]*"|[^\s<>"@]+)@[^\s<>,;:]+/g

/**
 * Why a mail failed, with the mail server's status and text, in one line. Servers repeat addresses,
 * names of mailboxes and subjects, which the log must not hold.
 */
export function failureForLog(cause: unknown, mail: QueuedMail): string {
  const named = [mail.recipient, mail.reply_to ?? ''].map((address) =>
    address.slice(0, Math.max(0, address.lastIndexOf('@'))),
  )
  const line = wordsOfCause(cause)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(addresses, '…')
  return [...named, mail.subject]
    .filter((words) => words.length >= shortestName)
    .reduce((text, words) => text.replaceAll(words, '…'), line)
    .slice(0, longest)
}
