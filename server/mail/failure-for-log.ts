import { wordsOfCause } from '../core/start-error.ts'
import type { QueuedMail } from './transport.ts'

const longest = 300
const shortestName = 3
/** Matches addresses with a quoted or plain local part, with or without angle brackets. */
const addresses = /(?:"[^"]*"|[^\s<>"@]+)@[^\s<>,;:]+/g

/**
 * The status and text of the mail server in one line. Removes addresses, mailbox names and subjects,
 * which servers repeat and the log must not contain.
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
