import { limits } from '../../../contract/core/limits.ts'
import { emptyText, notAMail, textTooLong } from '../../../contract/emails/check-mail.ts'
import { HttpError } from '../../core/http-error.ts'

/** Header lines of honest mail have a few kilobytes. */
const longestHeader = 256_000

const headerLine = /^[!-9;-~]+[ \t]*:/
const foldedLine = /^[ \t]/
/** Every mail has one of them: its author wrote the one, a server that took it the other. */
const ownLine = /^(?:from|received)[ \t]*:/i

/** The names of a mail's header lines that the check depends on. */
export interface MailHeader {
  readonly isSigned: boolean
  /** Undefined where the mail has none, or one that is too long to be kept. */
  readonly messageId: string | undefined
}

/**
 * Looks at the beginning of a file, because rspamd answers any bytes with a verdict.
 * @throws HttpError 422 if it does not begin with the header lines of a mail
 */
export function requireMail(bytes: Uint8Array): MailHeader {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(0, longestHeader)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf|^(?:[ \t]*\r?\n)+/, '')
  const end = /\r?\n\r?\n/.exec(start)
  if (end === null) throw new HttpError(notAMail, {})
  const [first = '', ...others] = start.slice(0, end.index).split(/\r?\n/)
  // Mailbox files begin with a line of the envelope.
  const lines = first.startsWith('From ') ? others : [first, ...others]
  const isHeader = lines.every(
    (line, index) => headerLine.test(line) || (index > 0 && foldedLine.test(line)),
  )
  if (!isHeader || !lines.some((line) => ownLine.test(line))) throw new HttpError(notAMail, {})
  return {
    isSigned: lines.some((line) => /^dkim-signature[ \t]*:/i.test(line)),
    messageId: messageIdIn(lines),
  }
}

/** The value may stand on the next line, for it must not be folded itself. */
function messageIdIn(lines: readonly string[]): string | undefined {
  const at = lines.findIndex((line) => /^message-id[ \t]*:/i.test(line))
  if (at === -1) return undefined
  const [first = '', second = ''] = lines.slice(at, at + 2)
  const own = first.slice(first.indexOf(':') + 1).trim()
  const id = own === '' && foldedLine.test(second) ? second.trim() : own
  return id === '' || id.length > limits.messageId ? undefined : id
}

/** A letter, digit or sign; blanks, controls and invisible characters alone are nothing to judge. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * The pasted text without the blanks around it.
 * @throws HttpError 422 if it is empty or too long
 */
export function requireText(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(bytes).trim()
  if (!visible.test(text)) throw new HttpError(emptyText, {})
  if ([...text].length > limits.checkedText) throw new HttpError(textTooLong, {})
  return new TextEncoder().encode(text)
}
