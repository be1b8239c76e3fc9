import type { Selectable } from 'kysely'
import type { SendMailOptions } from 'nodemailer'
import type { Mails } from '../database/tables.ts'

export type QueuedMail = Selectable<Mails>

/** Hands mail on; a rejection means that it may be tried again. */
export interface MailTransport {
  /** For the line that says how the server was started; holds no password. */
  readonly description: string
  deliver(mail: QueuedMail, signal: AbortSignal): Promise<void>
}

/** Nothing that a header or a list of recipients would take apart. */
const plainAddress = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/

/**
 * A plain text mail, the same at every attempt.
 * @throws Error for an address that might name anybody else
 */
export function composeMail(mail: QueuedMail, from: string): SendMailOptions {
  return {
    from: { name: 'Aman', address: from },
    to: addressed(mail.recipient),
    ...(mail.reply_to === null ? {} : { replyTo: addressed(mail.reply_to) }),
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

function addressed(address: string) {
  if (!plainAddress.test(address)) throw new Error('This is no address that mail can be sent to')
  return { name: '', address }
}
