import { prepare } from '../../database/drivers/prepare.ts'
import type { Database } from '../../database/tables/tables.ts'

const findMoved = prepare((database, named: (name: 'userId') => string) =>
  database
    .selectFrom('mailboxes')
    .innerJoin('mailbox_mails', 'mailbox_mails.mailbox_id', 'mailboxes.id')
    .select('scan_id')
    .where('mailboxes.user_id', '=', named('userId'))
    .where('place', '=', 'moved'),
)

/**
 * A function that says of a user's mail whether Aman has moved it into its folder of their mailbox. Before
 * that a mail has the fate that it was reported with.
 */
export async function readMoved(database: Database, userId: string) {
  const rows = await findMoved(database, { userId })
  const moved = new Set(rows.map(({ scan_id }) => scan_id))
  return <Mail extends { readonly id: string }>(mail: Mail) =>
    moved.has(mail.id) ? { ...mail, disposition: 'moved' as const } : mail
}
