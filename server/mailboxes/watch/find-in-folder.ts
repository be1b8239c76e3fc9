import { createHmac } from 'node:crypto'
import type { FetchMessageObject, SearchObject } from 'imapflow'
import { minuteMs } from '../../core/clock.ts'
import { keptSecret } from '../../database/kept-secret.ts'
import type { Place } from '../../database/tables/tables.ts'
import { type Header, MailServerError, readHeaders } from '../imap/open-imap.ts'
import { command, type Watched } from './watched.ts'

/**
 * `Received` is different with each delivery, and the same wherever a mail is moved: a mail that a sender
 * sends twice is not taken for one that its recipient moved back.
 */
const identifying = new Set(['message-id', 'date', 'from', 'subject', 'received'])

/** The header lines to ask a server for. */
const neededHeaders = [...identifying, 'authentication-results']

/** Tells the mails of a mailbox apart; from the HMAC nothing of a mail can be read. */
export async function mailIdentifier(
  place: Place,
): Promise<(headers: readonly Header[]) => string> {
  const secret = await keptSecret(place, 'mailbox-mails')
  return (headers) => {
    const lines = headers.filter(({ key }) => identifying.has(key))
    return createHmac('sha256', secret)
      .update(JSON.stringify(lines.map(({ key, value }) => [key, value])))
      .digest('base64url')
  }
}

/** The mark of mail that an installation of Aman moved; it stays with the mail wherever that goes. */
export const movedKeyword = '$AmanMoved'

/** The parts of a mail that are read before its content. */
const overview = {
  uid: true,
  envelope: true,
  internalDate: true,
  flags: true,
  size: true,
  headers: neededHeaders,
}

/** @param uids of the open folder; those that are gone are left out */
export async function readOverviews(
  watched: Watched,
  uids: string,
): Promise<readonly FetchMessageObject[]> {
  return command(watched, (client) => client.fetchAll(uids, overview, { uid: true }), 2 * minuteMs)
}

/** @throws MailServerError where the server refuses to search: that is not the same as nothing found */
export async function searchUids(watched: Watched, query: SearchObject): Promise<number[]> {
  const found = await command(watched, (client) => client.search(query, { uid: true }))
  if (Array.isArray(found)) return found
  throw new MailServerError('not_imap', new Error('the mail server does not search'))
}

/** The newest mails of a folder that are looked through for one. */
const mostSearched = 200

/** @returns the UID of a mail in the open folder; undefined if it is not among the newest */
export async function findInOpenFolder(watched: Watched, id: string): Promise<string | undefined> {
  const identify = await mailIdentifier(watched.services)
  const { mailbox } = watched.connection.client
  if (!mailbox || mailbox.exists === 0) return undefined
  const newest = `${Math.max(1, mailbox.exists - mostSearched + 1)}:*`
  const mails = await command(watched, (client) => client.fetchAll(newest, overview), 2 * minuteMs)
  const same = mails.findLast(({ headers }) => identify(readHeaders(headers)) === id)
  return same === undefined ? undefined : String(same.uid)
}
