import { dayOf } from '../../core/clock.ts'
import { wordsIn } from '../../core/locale.ts'
import { readWords } from '../../core/read-words.ts'
import type { MailboxMails, MailPlace } from '../../database/tables/mail.ts'
import type { Database } from '../../database/tables/tables.ts'
import { localeOfUser } from '../../mail/mail.ts'
import { readHeaders } from '../imap/open-imap.ts'
import { mailIdentifier, movedKeyword, readOverviews } from './find-in-folder.ts'
import { findMail, noteOpinion, setPlace } from './kept-mails.ts'
import { changeWatched, command, inFolder, type Watched, type WatchedRow } from './watched.ts'

const words = readWords(import.meta.dirname, 'own-folder.words.yaml')

/**
 * The folder for mail that is moved, made when it is first needed, and once a day again where the user has
 * deleted it.
 * @returns undefined where it was made today and is gone, or cannot be made
 */
export async function ownFolder(watched: Watched, row: WatchedRow): Promise<string | undefined> {
  const { database, clock } = watched.services
  if (row.folder !== '' && (await hasFolder(watched, row.folder))) return row.folder
  const today = dayOf(clock())
  if (row.folder_made_on === today) return undefined
  const name = wordsIn(words, await localeOfUser(database, row.user_id)).folder
  const path = await makeFolder(watched, name)
  if (path === undefined) return undefined
  await command(watched, (client) => client.mailboxSubscribe(path))
  await changeWatched(watched, database, { folder: path, folder_made_on: today, folder_seen: '' })
  return path
}

/** @returns undefined where the server refuses: mail stays in the inbox, and is judged as before */
async function makeFolder(watched: Watched, name: string): Promise<string | undefined> {
  try {
    return (await command(watched, (client) => client.mailboxCreate([name]))).path
  } catch (cause) {
    if (!watched.connection.client.usable) throw cause
    // Not every server says why: it may be there since a server of Aman died.
    const folders = await command(watched, (client) => client.list())
    return folders.find((folder) => folder.name === name)?.path
  }
}

async function hasFolder(watched: Watched, path: string): Promise<boolean> {
  return (await statusOf(watched, path)) !== undefined
}

/** UIDVALIDITY and UIDNEXT; undefined for a folder that is not there. */
export async function statusOf(watched: Watched, path: string) {
  try {
    const found = await command(watched, (client) =>
      client.status(path, { uidNext: true, uidValidity: true }),
    )
    if (!found || found.uidNext === undefined) return undefined
    return { validity: String(found.uidValidity), next: found.uidNext }
  } catch (cause) {
    // The connection is gone, and not the folder.
    if (!watched.connection.client.usable) throw cause
    return undefined
  }
}

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
  // At the first look, and in a folder that was made anew, all is old. Courier numbers an empty folder anew
  // at each look, and whatever is there then has come since.
  const isSame = validity === now.validity || next === '1'
  const first = isSame ? Math.max(Number(next), now.next - mostMoved) : now.next
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
