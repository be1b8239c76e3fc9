import type { ErrorDefinition } from '../../contract/core/errors.ts'
import type { MailboxProblem } from '../../contract/mailboxes/mailbox.ts'
import {
  changeMailboxEndpoint,
  connectMailboxEndpoint,
  disconnectMailboxEndpoint,
  mailboxCertificate,
  mailboxNeedsOrganization,
  mailboxNotAllowed,
  mailboxNotImap,
  mailboxOfOrganization,
  mailboxPasswordRefused,
  mailboxUnreachable,
  mailboxWithoutTls,
  moveBackEndpoint,
  noMailbox,
  unknownMovedMail,
} from '../../contract/mailboxes/own-mailbox.ts'
import { mailboxSignInFailed } from '../../contract/mailboxes/sign-in-mailbox.ts'
import { actorOf, recordAct, requireFewRequests } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import type { Sealer } from '../core/sealer.ts'
import { newId } from '../database/id.ts'
import type { Mailboxes } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { lookOnce } from './first-look.ts'
import { type Credential, type ImapServer, MailServerError, openImap } from './imap/open-imap.ts'
import { requireOffered, requireOwnAddress } from './owner.ts'
import { sealPassword } from './password.ts'

/** POST /account/mailbox: signs in at the server before anything is kept. */
export function connectMailbox(services: Services) {
  const { database } = services
  return bindUser(services, connectMailboxEndpoint, async (input, caller) => {
    const { password, knows_senders, ...given } = input
    const sealer = requireOffered(services.sealer, caller.user)
    await requireOwnAddress(database, caller.user, given.address)
    await noteTry(services, caller)
    await keepMailbox(services, sealer, caller, given, {
      credential: { pass: password },
      secret: password,
      signs_in: 0,
      reads_senders: knows_senders ? 1 : 0,
    })
    return {}
  })
}

/** So that no password is guessed here. Also a try that fails counts. @throws HttpError 429 */
export async function noteTry(services: Services, caller: Caller): Promise<void> {
  await services.database.transaction().execute(async (transaction) => {
    await requireFewRequests(services, transaction, caller.user.id, 'mailbox-connect')
    await record(services, transaction, caller, 'mailbox-connect')
  })
}

interface Secret extends Pick<Mailboxes, 'signs_in' | 'reads_senders'> {
  readonly credential: Credential
  /** Kept encrypted. */
  readonly secret: string
}

/** Signs in, and then replaces the mailbox that was watched before. @throws HttpError 422 */
export async function keepMailbox(
  services: Services,
  sealer: Sealer,
  { user }: Caller,
  given: ImapServer & Pick<Mailboxes, 'address'>,
  { credential, secret, ...wishes }: Secret,
): Promise<void> {
  const { database, clock } = services
  const found = await lookInto(services, given, credential)
  const id = newId()
  await database.transaction().execute(async (transaction) => {
    // Locked, so that the user is not removed in between, and has no mailbox by the credential of the organization.
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('organization_id', 'is not', null)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new HttpError(mailboxNeedsOrganization, {}))
    const before = await removeMailbox(transaction, user.id)
    await transaction
      .insertInto('mailboxes')
      .values({
        ...given,
        ...found,
        ...wishes,
        id,
        user_id: user.id,
        credential_of: null,
        sealed_password: sealPassword(sealer, id, secret),
        action: before?.action ?? 'tell',
        moves_last_day: before?.moves_last_day ?? 0,
        ...untouched,
        connected_at: clock().toISOString(),
      })
      .execute()
  })
}

/** A mailbox that was never watched. */
export const untouched = {
  state: 'active',
  problem: null,
  refusals: 0,
  folder: '',
  folder_made_on: null,
  folder_seen: '',
  junk_seen: '',
  seen_at: null,
  last_mail_at: null,
  asked_at: null,
  watcher: null,
} as const

async function lookInto(services: Services, server: ImapServer, credential: Credential) {
  try {
    return await lookOnce(await openImap(services.mailServers, server, credential))
  } catch (cause) {
    if (!(cause instanceof MailServerError)) throw cause
    const isOfToken = cause.problem === 'password' && 'accessToken' in credential
    const error = isOfToken ? mailboxSignInFailed : errorOf[cause.problem]
    throw new HttpError(error ?? mailboxUnreachable, { host: server.host })
  }
}

export const errorOf: Readonly<Partial<Record<MailboxProblem, ErrorDefinition<{ host: string }>>>> =
  {
    password: mailboxPasswordRefused,
    not_allowed: mailboxNotAllowed,
    no_tls: mailboxWithoutTls,
    certificate: mailboxCertificate,
    not_imap: mailboxNotImap,
    unknown: mailboxNotImap,
  }

/** POST /account/mailbox/settings. */
export function changeMailbox(services: Services) {
  return bindChange(services, changeMailboxEndpoint, async (input, caller, transaction) => {
    const before = await requireMailbox(transaction, caller.user.id)
    const isActive = before.state === 'active'
    if (input.is_active !== isActive) requireConnectedByUser(before)
    await transaction
      .updateTable('mailboxes')
      .set({
        action: input.action,
        ...(input.moves_last_day === undefined
          ? {}
          : { moves_last_day: input.moves_last_day ? 1 : 0 }),
        asked_at: services.clock().toISOString(),
        ...(before.problem === 'shared' ? { problem: null } : {}),
        ...(input.is_active === isActive
          ? {}
          : { state: input.is_active ? 'active' : 'stopped', refusals: 0, watcher: null }),
      })
      .where('id', '=', before.id)
      .execute()
    await record(services, transaction, caller, 'mailbox-change')
    return {}
  })
}

/** DELETE /account/mailbox: erases the password and what is known of the mail. */
export function disconnectMailbox(services: Services) {
  return bindChange(services, disconnectMailboxEndpoint, async (_input, caller, transaction) => {
    requireConnectedByUser(await requireMailbox(transaction, caller.user.id))
    await removeMailbox(transaction, caller.user.id)
    await record(services, transaction, caller, 'mailbox-disconnect')
    return {}
  })
}

/** POST /account/mailbox/mails/{id}/move-back: the server that watches the mailbox moves it. */
export function moveBack(services: Services) {
  return bindChange(services, moveBackEndpoint, async ({ id }, caller, transaction) => {
    const { id: mailboxId } = await requireMailbox(transaction, caller.user.id)
    const { numUpdatedRows } = await transaction
      .updateTable('mailbox_mails')
      .set({ place: 'returning' })
      .where('mailbox_id', '=', mailboxId)
      .where('scan_id', '=', id)
      .where('place', 'in', ['moved', 'returning'])
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new HttpError(unknownMovedMail, {})
    await transaction
      .updateTable('mailboxes')
      .set({ asked_at: services.clock().toISOString() })
      .where('id', '=', mailboxId)
      .execute()
    return {}
  })
}

/** @throws HttpError 404 */
function requireMailbox(database: Database, userId: string): Promise<Mailboxes> {
  return database
    .selectFrom('mailboxes')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(noMailbox, {}))
}

/** @throws HttpError 409 */
function requireConnectedByUser({ credential_of }: Mailboxes): void {
  if (credential_of !== null) throw new HttpError(mailboxOfOrganization, {})
}

async function removeMailbox(database: Database, userId: string) {
  return database
    .deleteFrom('mailboxes')
    .where('user_id', '=', userId)
    .returning(['action', 'moves_last_day'])
    .executeTakeFirst()
}

/** Without the address and the server, which are personal data. */
function record(
  services: Services,
  database: Database,
  caller: Caller,
  action: 'mailbox-connect' | 'mailbox-change' | 'mailbox-disconnect',
): Promise<void> {
  return recordAct(services, database, actorOf(caller), {
    action,
    target: 'user',
    targetId: caller.user.id,
  })
}
