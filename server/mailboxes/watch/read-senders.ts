import { correspondentOf } from '../../../judge/lists/correspondent.ts'
import { dayMs, minuteMs } from '../../core/clock.ts'
import type { Retention } from '../../database/retention.ts'
import type { MailboxSenders } from '../../database/tables/mail.ts'
import { searchUids } from './find-in-folder.ts'
import { readMail } from './read-mail.ts'
import { changeWatched, command, readWatched, type Watched, type WatchedRow } from './watched.ts'

const readForMs = 90 * dayMs
/** The newest mails, and the senders of most of them. */
const mostMails = 2000
const mailsAtOnce = 200
const mostSenders = 1000

/** A sender is known as long as mail of the last 90 days says so. */
export const mailboxSenderRetention: Retention = {
  table: 'mailbox_senders',
  key: ['mailbox_id', 'sender'],
  date: 'last_at',
  keptMs: readForMs,
  future: 'redate',
}

/**
 * Reads the senders of the last 90 days once, where the user of the mailbox wants that. Mail that the server of
 * the mailbox found forged, and mail outside of the inbox, says nothing.
 */
export async function readSenders(watched: Watched, row: WatchedRow): Promise<void> {
  if (row.reads_senders === 0) return
  const { database, clock } = watched.services
  const now = clock()
  const since = new Date(now.getTime() - readForMs)
  const before = new Date(Date.parse(row.connected_at) + dayMs)
  const uids = (await searchUids(watched, { since, before })).slice(-mostMails)
  const days = new Map<string, { readonly days: Set<string>; lastAt: string }>()
  for (let first = 0; first < uids.length; first += mailsAtOnce) {
    const range = uids.slice(first, first + mailsAtOnce).join(',')
    const query = {
      uid: true,
      envelope: true,
      internalDate: true,
      headers: ['authentication-results'],
    }
    const mails = await command(
      watched,
      (client) => client.fetchAll(range, query, { uid: true }),
      2 * minuteMs,
    )
    for (const mail of mails) {
      const { scan } = readMail(mail, row.authserv_id, now)
      const { sender, received_at: receivedAt = '', authentication } = scan
      if (sender === '' || receivedAt > row.connected_at) continue
      if (authentication?.dmarc === 'fail' || authentication?.spf === 'fail') continue
      const key = correspondentOf(sender)
      const known = days.get(key) ?? { days: new Set(), lastAt: '' }
      known.days.add(receivedAt.slice(0, 10))
      if (receivedAt > known.lastAt) known.lastAt = receivedAt
      days.set(key, known)
    }
  }
  const rows: MailboxSenders[] = [...days]
    .sort(([, one], [, other]) => other.days.size - one.days.size)
    .slice(0, mostSenders)
    .map(([sender, found]) => ({
      mailbox_id: watched.mailboxId,
      sender,
      days: found.days.size,
      last_at: found.lastAt,
    }))
  await database.transaction().execute(async (transaction) => {
    await readWatched(watched, transaction)
    await transaction
      .deleteFrom('mailbox_senders')
      .where('mailbox_id', '=', watched.mailboxId)
      .execute()
    for (let first = 0; first < rows.length; first += mailsAtOnce) {
      const some = rows.slice(first, first + mailsAtOnce)
      await transaction.insertInto('mailbox_senders').values(some).execute()
    }
    await changeWatched(watched, transaction, { reads_senders: 0 })
  })
}
