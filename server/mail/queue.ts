import type { Transaction } from 'kysely'
import { visibleText } from '../../contract/fields/visible-text.ts'
import type { Services } from '../core/services.ts'
import { newId } from '../database/id.ts'
import type { Database, Tables } from '../database/tables.ts'

export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Who an answer goes to; without it the sender of all mail. */
  readonly replyTo?: string
}

/**
 * Leaves a mail to be sent. Within the transaction of what it tells about, so that neither happens
 * without the other; a mail server that is down delays the mail alone.
 */
export async function queueMail(
  database: Database | Transaction<Tables>,
  { clock, mailDomain }: Pick<Services, 'clock' | 'mailDomain'>,
  { to, subject, text, replyTo }: OutgoingMail,
): Promise<void> {
  const id = newId()
  const now = clock().toISOString()
  await database
    .insertInto('mails')
    .values({
      id,
      recipient: to,
      // What others wrote is in both.
      subject: visibleText(subject),
      body: visibleText(text),
      created_at: now,
      attempts: 0,
      next_attempt_at: now,
      sent_at: null,
      last_error: null,
      given_up_at: null,
      reply_to: replyTo ?? null,
      // The same for every attempt, so that a repeated mail is known as the same one.
      message_id: `<${id}@${mailDomain}>`,
    })
    .execute()
}
