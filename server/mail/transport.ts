import type { Selectable } from 'kysely'
import type { SendMailOptions } from 'nodemailer'
import { canonicalForeignAddress } from '../../contract/core/email.ts'
import { productName } from '../../contract/core/product.ts'
import { escapeHtml } from '../../judge/read/escape-html.ts'
import type { Mails } from '../database/tables/operation.ts'

const arabicLetter = /\p{Script=Arabic}/u
const letter = /\p{L}/u

/** Whether a text reads from right to left, by its first letter (Unicode's rules P2 and P3). */
function isRightToLeft(text: string): boolean {
  return arabicLetter.test(letter.exec(text)?.[0] ?? '')
}

/**
 * The HTML part of a mail that is read from right to left; undefined for others, which are plain text.
 * Programs that show plain text from left to right, as Outlook does, would put full stops at the wrong
 * ends and Latin words in the wrong order.
 */
export function rightToLeftPart({ subject, text }: Mail): string | undefined {
  if (!isRightToLeft(text)) return undefined
  const paragraphs = text.trim().split(/\n{2,}/)
  return `<!doctype html>
<html lang="ar" dir="rtl">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body dir="rtl" style="font-family: 'Segoe UI', Tahoma, Arial, sans-serif; font-size: 16px; line-height: 1.7">
${paragraphs.map(paragraph).join('\n')}
</body>
</html>
`
}

interface Mail {
  readonly subject: string
  readonly text: string
}

function paragraph(text: string): string {
  return `<p dir="rtl">${text.split('\n').map(line).join('<br>\n')}</p>`
}

/** Addresses and links have lines of their own. */
function line(text: string): string {
  if (/^https?:\/\/\S+$/.test(text)) {
    return `<a dir="ltr" href="${escapeHtml(text)}">${escapeHtml(text)}</a>`
  }
  return isRightToLeft(text) ? escapeHtml(text) : `<span dir="ltr">${escapeHtml(text)}</span>`
}

export type QueuedMail = Selectable<Mails>

/** Delivers mail. A rejected promise means that delivery can be retried. */
export interface MailTransport {
  /** For the startup message; contains no password. */
  readonly description: string
  deliver(mail: QueuedMail, signal: AbortSignal): Promise<void>
}

/** A permanent failure that is not retried. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError'
  readonly code = 'EADDRESS'
}

/**
 * A plain text mail, the same at every attempt; one in Arabic has an HTML part besides. An invalid Reply-To address is left out instead of
 * failing the mail.
 * @throws UndeliverableError if mail cannot be sent to the recipient's address
 */
export function composeMail(mail: QueuedMail, from: string): SendMailOptions {
  const html = rightToLeftPart({ subject: mail.subject, text: mail.body })
  return {
    from: { name: productName, address: from },
    to: recipientOf(mail),
    ...(mail.reply_to === null || !canBeWritten(mail.reply_to)
      ? {}
      : { replyTo: { name: '', address: mail.reply_to } }),
    subject: mail.subject,
    text: mail.body,
    ...(html === undefined ? {} : { html }),
    textEncoding: 'quoted-printable',
    messageId: mail.message_id,
    date: new Date(mail.created_at),
    // Suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function recipientOf({ recipient }: QueuedMail) {
  if (canBeWritten(recipient)) return { name: '', address: recipient }
  throw new UndeliverableError('The address of the recipient is not one that mail can be sent to')
}

/** Nodemailer quotes a local part if necessary, but misreads angle brackets as another name. */
function canBeWritten(address: string): boolean {
  return canonicalForeignAddress(address) !== undefined && !/[<>\p{Cc}]/u.test(address)
}
