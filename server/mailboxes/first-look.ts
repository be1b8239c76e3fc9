import type { Mailboxes } from '../database/tables/mail.ts'
import { type Connection, MailServerError, readHeaders, within } from './imap/open-imap.ts'

/** The newest mails of the inbox that are looked at. */
const looked = 20
/** Fewer with the same name prove nothing. */
const fewest = 3

/**
 * The name with which the server of a mailbox begins its Authentication-Results: that of the topmost results in
 * most of the newest mail. Only the server adds lines above those that came with a mail.
 * @returns empty if there is none
 */
async function learnAuthserv({ client }: Connection): Promise<string> {
  const { mailbox } = client
  if (!mailbox || mailbox.exists === 0) return ''
  const first = Math.max(1, mailbox.exists - looked + 1)
  const query = { headers: ['authentication-results'] }
  const mails = await within(client, client.fetchAll(`${first}:*`, query))
  const names = mails.map(({ headers }) => {
    const [topmost] = readHeaders(headers).filter(({ key }) => key === 'authentication-results')
    return topmost?.value.split(/[\s;]/, 1)[0]?.toLowerCase() ?? ''
  })
  const [[name, count] = ['', 0]] = [...Map.groupBy(names, (it) => it)]
    .map(([name, same]) => [name, same.length] as const)
    .sort(([, one], [, other]) => other - one)
  return count >= Math.max(fewest, names.length / 2) && isName(name) ? name : ''
}

function isName(name: string): boolean {
  return /^[a-z0-9._-]{1,253}$/.test(name)
}

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

/** The first look through a connection that serves nothing else. */
export async function lookOnce(connection: Connection): Promise<FirstLook> {
  try {
    return await lookFirst(connection)
  } finally {
    connection.client.close()
  }
}

/** The library finds that out by a list of folders. */
function sayMissing(cause: unknown): never {
  const inner = cause instanceof MailServerError ? Object(cause.cause) : {}
  throw inner.code === 'NotFound' ? new MailServerError('unknown', inner) : cause
}
