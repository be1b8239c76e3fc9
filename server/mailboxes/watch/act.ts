import type { MailboxProblem } from '../../../contract/mailboxes/mailbox.ts'
import type { MailboxMails } from '../../database/tables/mail.ts'
import type { Database } from '../../database/tables/tables.ts'
import { readHeaders } from '../imap/open-imap.ts'
import { findInOpenFolder, mailIdentifier, movedKeyword, readOverviews } from './find-in-folder.ts'
import { ownFolder, statusOf } from './folder-moves.ts'
import { findWaiting, noteOpinion, setPlace } from './kept-mails.ts'
import { changeWatched, command, inFolder, type Watched, type WatchedRow } from './watched.ts'

/** Shown by several mail programs. */
const keyword = '$Phishing'

/**
 * Does what waits: marks, moves, and moves back. It is in the database before it begins, so that after the end
 * of a server another one goes on; what may have been done already is looked for first.
 * @param isMore whether the inbox has mail that was not looked at yet
 * @returns whether anything waited
 */
export async function doWaiting(
  watched: Watched,
  row: WatchedRow,
  isMore: boolean,
): Promise<boolean> {
  const waiting = await findWaiting(watched.services.database, watched.mailboxId)
  for (const mail of waiting) {
    if (mail.place === 'returning') await moveBack(watched, row, mail)
    else if (!(await isInInbox(watched, mail))) {
      // It may be among those that follow, where the inbox was made anew.
      if (!isMore) await noteGone(watched, row, mail)
    } else if (mail.place === 'marking') await mark(watched, mail)
    else await moveAway(watched, row, mail)
  }
  return waiting.length > 0
}

/** By its header: after the inbox was made anew, the UID may be that of another mail. */
async function isInInbox(watched: Watched, { id, uid }: MailboxMails): Promise<boolean> {
  if (uid === '') return false
  const identify = await mailIdentifier(watched.services)
  const found = await readOverviews(watched, uid)
  return found.some((it) => String(it.uid) === uid && identify(readHeaders(it.headers)) === id)
}

async function mark({ services: { database }, ...watched }: Watched, mail: MailboxMails) {
  // Some servers take no keywords; there the mail stays as it is.
  await command(watched, (client) => client.messageFlagsAdd(mail.uid, [keyword], { uid: true }))
  await setPlace(database, mail, 'inbox')
}

async function moveAway(watched: Watched, row: WatchedRow, mail: MailboxMails): Promise<void> {
  const { database } = watched.services
  const folder = await ownFolder(watched, row)
  // By it another installation sees that the mail was moved once, should its user move it back.
  await command(watched, (client) =>
    client.messageFlagsAdd(mail.uid, [movedKeyword], { uid: true }),
  )
  const outcome: MoveOutcome =
    folder === undefined
      ? { moved: false, why: 'no_folder' }
      : await moveMail(watched, mail.uid, folder, await isCopiedTo(watched, folder, mail))
  if (outcome.moved) {
    await database.transaction().execute(async (transaction) => {
      await setPlace(transaction, mail, 'moved', outcome.uid)
      await noteOwnMove(watched, transaction, row, outcome.uid)
    })
    if (row.problem === 'full' || row.problem === 'cannot_move') await note(watched, null)
    return
  }
  // It stays where it is, and its user is told once.
  await note(watched, outcome.why === 'full' ? 'full' : 'cannot_move')
  await mark(watched, mail)
}

/** A mail that follows those that were seen in the folder is Aman's own, so that it is not looked at again. */
async function noteOwnMove(
  { mailboxId, server }: Watched,
  transaction: Database,
  { folder_seen }: WatchedRow,
  uid: string,
): Promise<void> {
  const [validity] = folder_seen.split(' ')
  await transaction
    .updateTable('mailboxes')
    .set({ folder_seen: `${validity} ${Number(uid) + 1}` })
    .where('id', '=', mailboxId)
    .where('watcher', '=', server)
    .where('folder_seen', '=', `${validity} ${uid}`)
    .execute()
}

/** A move has two steps, also inside of a mail server: it or a server of Aman may have died between them. */
async function isCopiedTo(watched: Watched, folder: string, { id }: MailboxMails) {
  if (watched.untouched.delete(id)) return false
  return inFolder(
    watched,
    folder,
    true,
    async () => (await findInOpenFolder(watched, id)) !== undefined,
  )
}

/** Moved already by a server that died, or by the user, or deleted. */
async function noteGone(watched: Watched, row: WatchedRow, mail: MailboxMails): Promise<void> {
  const { database } = watched.services
  const uid = await inFolderIfThere(watched, row.folder, true, () =>
    findInOpenFolder(watched, mail.id),
  )
  await setPlace(database, mail, uid === undefined ? 'inbox' : 'moved', uid)
}

/** @returns undefined also where the user has deleted the folder */
async function inFolderIfThere<Result>(
  watched: Watched,
  path: string,
  isReadOnly: boolean,
  use: () => Promise<Result>,
): Promise<Result | undefined> {
  const isThere = path !== '' && (await statusOf(watched, path)) !== undefined
  return isThere ? inFolder(watched, path, isReadOnly, use) : undefined
}

async function moveBack(watched: Watched, row: WatchedRow, mail: MailboxMails): Promise<void> {
  const { database } = watched.services
  // The inbox is open.
  const copy = await findInOpenFolder(watched, mail.id)
  const outcome = await inFolderIfThere(watched, row.folder, false, async () => {
    const uid = await findInOpenFolder(watched, mail.id)
    return uid === undefined ? undefined : moveMail(watched, uid, 'INBOX', copy !== undefined)
  })
  await database.transaction().execute(async (transaction) => {
    if (outcome !== undefined && !outcome.moved) {
      await setPlace(transaction, mail, 'moved')
      await changeWatched(watched, transaction, { problem: 'cannot_move' })
      return
    }
    // Also if it is no longer there: its user has said that it is honest.
    await setPlace(transaction, mail, 'returned', copy ?? outcome?.uid ?? '')
    await noteOpinion(watched.services, transaction, row, mail, 'honest')
  })
}

function note(watched: Watched, problem: MailboxProblem | null): Promise<void> {
  return changeWatched(watched, watched.services.database, { problem })
}

/** `impossible`: the server can remove no single mail from a folder. */
type MoveOutcome =
  | { readonly moved: true; readonly uid: string }
  | { readonly moved: false; readonly why: 'full' | 'no_folder' | 'impossible' | 'refused' }

/**
 * Moves one mail out of the open folder. Without MOVE it is copied, and then this one UID is removed: a server
 * that can only remove all deleted mails of a folder is not asked to.
 * @param isCopied whether the copy was made before something died
 */
async function moveMail(
  watched: Watched,
  uid: string,
  path: string,
  isCopied = false,
): Promise<MoveOutcome> {
  const { client, lastRefusal } = watched.connection
  const isMovable = client.capabilities.has('MOVE')
  const isRemovable = client.capabilities.has('UIDPLUS')
  if (!isRemovable && (!isMovable || isCopied)) return { moved: false, why: 'impossible' }
  if (isMovable && !isCopied) {
    const result = await command(watched, () => client.messageMove(uid, path, { uid: true }))
    return result ? { moved: true, uid: uidOf(result, uid) } : failureOf(lastRefusal())
  }
  let copied = ''
  if (!isCopied) {
    const result = await command(watched, () => client.messageCopy(uid, path, { uid: true }))
    if (!result) return failureOf(lastRefusal())
    copied = uidOf(result, uid)
  }
  // UID EXPUNGE of this UID, because the server has UIDPLUS.
  const isRemoved = await command(watched, () => client.messageDelete(uid, { uid: true }))
  return isRemoved ? { moved: true, uid: copied } : { moved: false, why: 'refused' }
}

/** Empty where the server does not say which UID it has there. */
function uidOf(
  { uidMap }: { readonly uidMap?: ReadonlyMap<number, number> | undefined },
  uid: string,
) {
  return String(uidMap?.get(Number(uid)) ?? '')
}

function failureOf(code: string | undefined): MoveOutcome {
  if (code === 'OVERQUOTA' || code === 'LIMIT') return { moved: false, why: 'full' }
  const isGone = code === 'TRYCREATE' || code === 'NONEXISTENT'
  return { moved: false, why: isGone ? 'no_folder' : 'refused' }
}
