import type { Mailboxes } from '../database/tables/tables.ts'
import { MailServerError } from './imap/mail-server-error.ts'
import { type Connection, within } from './imap/open-imap.ts'
import { learnAuthserv } from './learn-authserv.ts'

export type FirstLook = Pick<Mailboxes, 'uid_validity' | 'last_uid' | 'authserv_id'>

/**
 * The first look at an inbox tells from where on mail is new, and by which name results are the server's.
 * @throws MailServerError `unknown` where the server has no such inbox
 */
export async function lookFirst(connection: Connection): Promise<FirstLook> {
  const { client } = connection
  // Courier does not tell it at opening.
  const next = await within(client, client.status('INBOX', { uidNext: true })).catch(sayMissing)
  if (!next || next.uidNext === undefined) throw new MailServerError('not_imap', next)
  // Not only to read: Courier gives an inbox that it never opened another UIDVALIDITY each second till then.
  const inbox = await within(client, client.mailboxOpen('INBOX'))
  return {
    uid_validity: String(inbox.uidValidity),
    last_uid: String(next.uidNext - 1),
    authserv_id: await learnAuthserv(connection),
  }
}

/** The library finds that out by a list of folders. */
function sayMissing(cause: unknown): never {
  const inner = cause instanceof MailServerError ? Object(cause.cause) : {}
  throw inner.code === 'NotFound' ? new MailServerError('unknown', inner) : cause
}
