import type { MailOpinion } from '../../../contract/emails/mail-opinion.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database, MailboxMails } from '../../database/tables/tables.ts'
import { sayOpinion } from '../../emails/emails.ts'
import type { WatchedRow, WatchServices } from './watched.ts'

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
