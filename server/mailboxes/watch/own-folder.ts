import { dayOf } from '../../core/clock.ts'
import { wordsIn } from '../../core/locale.ts'
import { readWords } from '../../core/read-words.ts'
import { localeOfUser } from '../../mail/mail.ts'
import { changeWatched, command, type Watched, type WatchedRow } from './watched.ts'

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
