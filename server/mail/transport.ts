import type { Selectable } from 'kysely'
import type { SendMailOptions } from 'nodemailer'
import { canonicalForeignAddress } from '../../contract/fields/email.ts'
import { productName } from '../../contract/product.ts'
import type { Mails } from '../database/tables.ts'

export type QueuedMail = Selectable<Mails>

/** Hands mail on; a rejection means that it may be tried again. */
export interface MailTransport {
  /** For the line that says how the server was started; holds no password. */
  readonly description: string
  deliver(mail: QueuedMail, signal: AbortSignal): Promise<void>
}

/** There is no use in trying again. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError'
  readonly code = 'EADDRESS'
}

/**
 * A plain text mail, the same at every attempt. An address that nothing can be sent to does not stop
 * a mail that only names it for replies.
 * @throws UndeliverableError for a recipient that nothing can be sent to
 */
export function composeMail(mail: QueuedMail, from: string): SendMailOptions {
  return {
    from: { name: productName, address: from },
    to: recipientOf(mail),
    ...(mail.reply_to === null || !canBeWritten(mail.reply_to)
      ? {}
      : { replyTo: { name: '', address: mail.reply_to } }),
    subject: mail.subject,
    text: mail.body,
    textEncoding: 'quoted-printable',
    messageId: mail.message_id,
    date: new Date(mail.created_at),
    // So that no holiday notice answers a machine.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function recipientOf({ recipient }: QueuedMail) {
  if (canBeWritten(recipient)) return { name: '', address: recipient }
  throw new UndeliverableError('The address of the recipient is not one that mail can be sent to')
}

/** The mail library quotes a local part that needs it, but turns angle brackets into another name. */
function canBeWritten(address: string): boolean {
  return canonicalForeignAddress(address) !== undefined && !/[<>\p{Cc}]/u.test(address)
}
