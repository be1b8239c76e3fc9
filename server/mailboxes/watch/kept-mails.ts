import type { MailOpinion } from '../../../contract/emails/mail-opinion.ts'
import { dayMs } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Retention } from '../../database/retention.ts'
import type { MailboxMails, MailPlace } from '../../database/tables/mail.ts'
import type { Database } from '../../database/tables/tables.ts'
import { sayOpinion } from '../../emails/emails.ts'
import type { WatchedRow, WatchServices } from './watched.ts'

/** Older mail that comes into the inbox is not new, and is not judged. */
export const judgedForMs = 30 * dayMs

/** A day longer, so that no mail is judged that was forgotten. */
export const mailboxMailRetention: Retention = {
  table: 'mailbox_mails',
  key: ['mailbox_id', 'id'],
  date: 'judged_at',
  keptMs: judgedForMs + dayMs,
  future: 'redate',
}

export function findMail(
  database: Database,
  mailboxId: string,
  id: string,
): Promise<MailboxMails | undefined> {
  return database
    .selectFrom('mailbox_mails')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Those that wait to be marked or moved. */
export function findWaiting(database: Database, mailboxId: string): Promise<MailboxMails[]> {
  return database
    .selectFrom('mailbox_mails')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('place', 'in', ['marking', 'moving', 'returning'])
    .orderBy('judged_at')
    .orderBy('id')
    .limit(100)
    .execute()
}

export async function setPlace(
  database: Database,
  { mailbox_id, id }: Pick<MailboxMails, 'mailbox_id' | 'id'>,
  place: MailPlace,
  uid?: string,
): Promise<void> {
  await database
    .updateTable('mailbox_mails')
    .set({ place, ...(uid === undefined ? {} : { uid }) })
    .where('mailbox_id', '=', mailbox_id)
    .where('id', '=', id)
    .execute()
}

/** Moving a mail says what its user thinks of it, as the report on the dashboard does. */
export async function noteOpinion(
  services: WatchServices,
  transaction: Database,
  { user }: Pick<WatchedRow, 'user'>,
  { scan_id: id }: Pick<MailboxMails, 'scan_id'>,
  opinion: MailOpinion,
): Promise<void> {
  try {
    await sayOpinion(
      services,
      transaction,
      { user, address: '' },
      { kind: 'scan', id, opinion, note: '' },
    )
  } catch (cause) {
    // The mail is kept no longer, or many were moved at once.
    if (!(cause instanceof HttpError)) throw cause
  }
}
