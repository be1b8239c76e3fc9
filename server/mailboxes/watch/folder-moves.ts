import type { Database, MailboxMails, MailPlace } from '../../database/tables/tables.ts'
import { readHeaders } from '../imap/read-headers.ts'
import { movedKeyword, readOverviews } from './find-in-folder.ts'
import { mailIdentifier } from './identify-mail.ts'
import { findMail, setPlace } from './kept-mails.ts'
import { noteOpinion } from './note-opinion.ts'
import { statusOf } from './own-folder.ts'
import { changeWatched, inFolder, type Watched, type WatchedRow } from './watched.ts'

/** At one look; a folder with more new mail was filled in another way than by hand. */
const mostMoved = 200

/**
 * Sees what the user moved to the junk folder or to Aman's: that is a report. Mail that the provider put into
 * the junk folder was never in the inbox, and is not known.
 * @param junk the path of the junk folder; undefined where there is none
 */
export async function noteFolderMoves(
  watched: Watched,
  row: WatchedRow,
  junk: string | undefined,
): Promise<void> {
  if (junk !== undefined) {
    await noteNew(watched, row, junk, row.junk_seen, 'junk_seen', 'junk')
  }
  if (row.folder !== '') {
    await noteNew(watched, row, row.folder, row.folder_seen, 'folder_seen', 'moved')
  }
}

async function noteNew(
  watched: Watched,
  row: WatchedRow,
  path: string,
  seen: string,
  column: 'junk_seen' | 'folder_seen',
  place: 'junk' | 'moved',
): Promise<void> {
  const { services } = watched
  const now = await statusOf(watched, path)
  if (now === undefined) return
  const [validity, next, missed] = seen.split(' ')
  const key = `${now.validity} ${now.next}`
  if (key === seen) return
  // At the first look, and in a folder that was made anew, all is old.
  const first = validity === now.validity ? Math.max(Number(next), now.next - mostMoved) : now.next
  const mails =
    first >= now.next
      ? []
      : await inFolder(watched, path, true, () =>
          readOverviews(watched, `${first}:${now.next - 1}`),
        )
  // Courier tells of a mail before it is there; one that is not there at the next look either is gone.
  const isEarly = first < now.next && mails.length === 0 && missed !== String(now.next)
  const looked = isEarly ? `${validity} ${next} ${now.next}` : key
  const identify = await mailIdentifier(services)
  await services.database.transaction().execute(async (transaction) => {
    for (const { uid, headers, flags } of mails) {
      const mail = await findMail(transaction, watched.mailboxId, identify(readHeaders(headers)))
      if (mail === undefined) continue
      if (place === 'moved' && unmoved.includes(mail.place) && flags?.has(movedKeyword)) {
        await setPlace(transaction, mail, place, String(uid))
        await changeWatched(watched, transaction, { problem: 'shared' })
      } else await noteMoved(watched, transaction, row, { ...mail, uid: String(uid) }, place)
    }
    await changeWatched(watched, transaction, { [column]: looked })
  })
}

/** Mail that this installation never moved: where it has the keyword, another one has. */
const unmoved: readonly MailPlace[] = ['inbox', 'marking']

/** Aman's own moves, which are no report. */
const own: readonly MailPlace[] = ['moving', 'moved', 'returning']

async function noteMoved(
  { services }: Watched,
  transaction: Database,
  row: WatchedRow,
  mail: MailboxMails,
  place: 'junk' | 'moved',
): Promise<void> {
  const isByUser = mail.place !== place && !own.includes(mail.place)
  if (mail.place !== 'returning') await setPlace(transaction, mail, place, mail.uid)
  if (isByUser || (place === 'junk' && mail.place === 'moved')) {
    await noteOpinion(services, transaction, row, mail, 'dangerous')
  }
}
