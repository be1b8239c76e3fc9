import type { ImapFlow } from 'imapflow'
import type { Users } from '../../database/tables/accounts.ts'
import type { Mailboxes } from '../../database/tables/mail.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import type { AskJudge } from '../../judge/judge.ts'
import { type Connection, MailServerError, within } from '../imap/open-imap.ts'
import { LostMailboxError } from './leases.ts'

export type WatchServices = Pick<
  Services,
  | 'database'
  | 'clock'
  | 'log'
  | 'sealer'
  | 'limits'
  | 'mailServers'
  | 'mailApplications'
  | 'outboundFetch'
  | 'mailDomain'
  | 'supportMailbox'
  | 'trustablePublicMail'
  | 'countScans'
>

/** A mailbox with an open connection. */
export interface Watched {
  readonly services: WatchServices
  readonly ask: AskJudge
  readonly connection: Connection
  /** Mails that were judged through this connection, and that no server has begun to move. */
  readonly untouched: Set<string>
  readonly mailboxId: string
  /** The name of this server in the rows of its mailboxes. */
  readonly server: string
  /** Whether no other server can have taken the mailbox over. */
  readonly isHeld: () => boolean
}

type Owner = Pick<Users, 'id' | 'full_name' | 'email' | 'role' | 'locale'>

export interface WatchedRow extends Mailboxes {
  readonly user: Owner & { readonly organization_id: string }
}

/** @throws LostMailboxError when it is not watched by this server */
export async function readWatched(
  { server, mailboxId }: Pick<Watched, 'server' | 'mailboxId'>,
  database: Database,
): Promise<WatchedRow> {
  const mailbox = await database
    .selectFrom('mailboxes')
    .selectAll()
    .where('id', '=', mailboxId)
    .where('watcher', '=', server)
    .where('state', '=', 'active')
    .$if(database.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()
  if (mailbox === undefined) throw new LostMailboxError()
  const user = await database
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'role', 'locale', 'organization_id'])
    .where('id', '=', mailbox.user_id)
    .executeTakeFirst()
  if (user === undefined || user.organization_id === null) throw new LostMailboxError()
  // Meanwhile the user may belong to another organization, and the address to another user.
  const { credential_of, address } = mailbox
  const isOfUser = credential_of === user.organization_id && address === user.email
  if (credential_of !== null && !isOfUser) throw new LostMailboxError()
  return { ...mailbox, user: { ...user, organization_id: user.organization_id } }
}

export type RowChange = Partial<Omit<Mailboxes, 'id' | 'user_id'>>

export async function changeWatched(
  { mailboxId, server }: Pick<Watched, 'server' | 'mailboxId'>,
  database: Database,
  change: RowChange,
): Promise<void> {
  await database
    .updateTable('mailboxes')
    .set(change)
    .where('id', '=', mailboxId)
    .where('watcher', '=', server)
    .execute()
}

/**
 * Runs one command; before it changes anything, the mailbox must still be this server's. The library answers some
 * commands with a refusal when the connection is lost, which is none.
 * @throws MailServerError also where it is not known whether the command was done
 */
export async function command<Result>(
  { connection: { client, patienceMs }, isHeld }: Pick<Watched, 'connection' | 'isHeld'>,
  send: (client: ImapFlow) => Promise<Result>,
  limitMs = patienceMs,
  mostBytes?: number,
): Promise<Result> {
  if (!isHeld()) throw new LostMailboxError()
  const result = await within(client, send(client), limitMs, mostBytes)
  if (!client.usable) throw new MailServerError('unreachable', new Error('the connection is lost'))
  return result
}

/** Opens a folder for a while, and then the inbox again. */
export async function inFolder<Result>(
  watched: Watched,
  path: string,
  isReadOnly: boolean,
  use: () => Promise<Result>,
): Promise<Result> {
  await command(watched, (client) => client.mailboxOpen(path, { readOnly: isReadOnly }))
  try {
    return await use()
  } finally {
    await openInbox(watched)
  }
}

/** @returns its UIDVALIDITY */
export async function openInbox(watched: Watched): Promise<string> {
  const { uidValidity } = await command(watched, (client) => client.mailboxOpen('INBOX'))
  return String(uidValidity)
}
