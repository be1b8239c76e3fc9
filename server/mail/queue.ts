import type { Transaction } from 'kysely'
import { visibleText } from '../../contract/core/visible-text.ts'
import { newId } from '../database/id.ts'
import type { Database, Tables } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'

export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The address for replies; the default is the sender of all mail. */
  readonly replyTo?: string
  /** The text holds a link that lets its reader act: it is deleted when the mail has been sent. */
  readonly holdsSecret?: true
}

/**
 * Queues a mail within the caller's transaction, so that the mail is sent only if the transaction
 * commits. A mail server that is down delays only the mail.
 */
export async function queueMail(
  database: Database | Transaction<Tables>,
  { clock, mailDomain }: Pick<Services, 'clock' | 'mailDomain'>,
  { to, subject, text, replyTo, holdsSecret }: OutgoingMail,
): Promise<void> {
  const id = newId()
  const now = clock().toISOString()
  await database
    .insertInto('mails')
    .values({
      id,
      recipient: to,
      // Both contain text from outside.
      subject: visibleText(subject),
      body: visibleText(text),
      created_at: now,
      attempts: 0,
      next_attempt_at: now,
      sent_at: null,
      last_error: null,
      given_up_at: null,
      reply_to: replyTo ?? null,
      // The same for every attempt, so that recipients can recognize a repeated mail.
      message_id: `<${id}@${mailDomain}>`,
      holds_secret: holdsSecret ? 1 : 0,
    })
    .execute()
}
