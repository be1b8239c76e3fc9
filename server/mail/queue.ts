import type { Transaction } from 'kysely'
import type { Locale } from '../../contract/core/locale.ts'
import { visibleText } from '../../contract/core/visible-text.ts'
import { asOneLine } from '../core/fold.ts'
import { wordsIn } from '../core/locale.ts'
import { newId } from '../database/id.ts'
import type { Users } from '../database/tables/accounts.ts'
import type { Database, Tables } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'
import { localeOfUser, type Notice, noticeText, noticeWords } from './notice-text.ts'

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

type Recipient = Pick<Users, 'id' | 'email' | 'full_name' | 'username'>

/**
 * Tells a user by mail what happened to their account, in their language and within the
 * transaction of the change. A mail has neither secrets nor links, so that users learn to expect none.
 * @param recipient as before the change; a changed email gets the mail at both addresses
 */
export async function queueNotice(
  services: Pick<Services, 'clock' | 'mailDomain'>,
  transaction: Database,
  recipient: Recipient,
  notice: Notice,
): Promise<void> {
  const mail = noticeMail(recipient, notice, await localeOfUser(transaction, recipient.id))
  const addresses = new Set(addressesOf(recipient, notice))
  for (const to of addresses) await queueMail(transaction, services, { to, ...mail })
}

export function noticeMail(
  { full_name, username }: Pick<Users, 'full_name' | 'username'>,
  notice: Notice,
  locale: Locale,
): Pick<OutgoingMail, 'subject' | 'text'> {
  const { hello, subjects, advice } = wordsIn(noticeWords, locale)
  return {
    subject: subjects[notice.kind],
    text: `${hello({ name: asOneLine(full_name || username) })}

${noticeText(notice, asOneLine(username), locale)}

${advice}
`,
  }
}

function addressesOf({ email }: Recipient, notice: Notice): readonly string[] {
  switch (notice.kind) {
    case 'email-changed':
      return [notice.from, notice.to]
    case 'factors-reset':
      return [email, ...notice.also]
    default:
      return [email]
  }
}
