import type { Selectable } from 'kysely'
import type { SendMailOptions } from 'nodemailer'
import { canonicalForeignAddress } from '../../contract/core/email.ts'
import { productName } from '../../contract/core/product.ts'
import type { Mails } from '../database/tables/tables.ts'
import { rightToLeftPart } from './right-to-left.ts'

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
