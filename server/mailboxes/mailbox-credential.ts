import { sql } from 'kysely'
import {
  credentialRefused,
  findCredentialServerEndpoint,
  foreignMember,
  keepMailboxCredentialEndpoint,
  mailboxNameUnknown,
  mailboxWithoutProxy,
  noMailboxCredential,
  removeMailboxCredentialEndpoint,
  retryMailboxCredentialEndpoint,
  showMailboxCredentialEndpoint,
} from '../../contract/mailboxes/mailbox-credential.ts'
import { mailboxesNotOffered, mailboxUnreachable } from '../../contract/mailboxes/own-mailbox.ts'
import { actorOf, recordAct, requireFewRequests } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { countRows } from '../database/count-rows.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { approvedDomains, domainOf, ownOrganizationOf } from '../organizations/organizations.ts'
import { isFailing } from './connections.ts'
import { findServerOf } from './find-mail-server.ts'
import { type FirstLook, lookFirst } from './first-look.ts'
import { MailServerError } from './imap/mail-server-error.ts'
import { type Credential, type ImapServer, openImap } from './imap/open-imap.ts'
import { isWithoutMailbox, joinMailboxes, nameOf } from './join-mailboxes.ts'
import { errorOf } from './own-mailbox.ts'
import { sealCredential } from './password.ts'

const mostShown = 50

/** GET /organization/mailbox-credential. */
export function showMailboxCredential(services: Services) {
  const { database, sealer } = services
  return bindUser(services, showMailboxCredentialEndpoint, async (_input, caller) => {
    const id = ownOrganizationOf(caller)
    const credential = await database
      .selectFrom('mailbox_credentials')
      .select(['host', 'port', 'security', 'login', 'state', 'kept_at'])
      .where('organization_id', '=', id)
      .executeTakeFirst()
    const joined = database.selectFrom('mailboxes').where('credential_of', '=', id)
    const failing = joined.where(sql<boolean>`${sql.raw(isFailing)}`)
    const opened = joined.where('uid_validity', '<>', '')
    const all = await countRows(joined)
    const failing_count = await countRows(failing)
    const watched = await countRows(opened.where(sql<boolean>`not ${sql.raw(isFailing)}`))
    const users = database.selectFrom('users').where('users.organization_id', '=', id)
    const rows = await failing
      .innerJoin('users', 'users.id', 'mailboxes.user_id')
      .select(['full_name', 'address', 'problem', 'state'])
      .orderBy('address')
      .limit(mostShown)
      .execute()
    return {
      is_offered: sealer !== null,
      credential,
      watched,
      waiting: all - watched - failing_count,
      own: await countRows(
        users
          .innerJoin('mailboxes', 'mailboxes.user_id', 'users.id')
          .where('credential_of', 'is', null),
      ),
      elsewhere: credential === undefined ? 0 : await countRows(users.where(isWithoutMailbox)),
      failing_count,
      failing: rows.map(({ full_name, address, problem, state }) => ({
        ...{ full_name, address },
        problem: problem ?? 'unreachable',
        is_over: state === 'refused',
      })),
    }
  })
}

/** POST /organization/mailbox-credential/server. */
export function findCredentialServer(services: Services) {
  return bindUser(services, findCredentialServerEndpoint, async ({ address }, caller) => {
    if (services.sealer === null) throw new HttpError(mailboxesNotOffered, {})
    await requireMember(services.database, ownOrganizationOf(caller), address)
    return findServerOf(services, address)
  })
}

/** POST /organization/mailbox-credential: opens a mailbox with it before it is kept. */
export function keepMailboxCredential(services: Services) {
  const { database, clock, sealer } = services
  return bindUser(services, keepMailboxCredentialEndpoint, async (input, caller) => {
    const { address, login, password, username, ...server } = input
    const organization_id = ownOrganizationOf(caller)
    if (sealer === null) throw new HttpError(mailboxesNotOffered, {})
    const checked = await requireMember(database, organization_id, address)
    const is_local: 0 | 1 = username === address ? 0 : 1
    if (nameOf({ is_local }, address) !== username) throw new HttpError(mailboxNameUnknown, {})
    await database
      .transaction()
      .execute((transaction) => noteTry(services, transaction, caller, organization_id))
    const look = await check(services, { ...server, username }, { login, pass: password })
    const kept = {
      ...server,
      ...{ login, is_local },
      domain: checked.domain,
      sealed_password: sealCredential(sealer, organization_id, password),
      state: 'active',
      refusals: 0,
      refused_at: null,
      kept_at: clock().toISOString(),
    } as const
    await database.transaction().execute(async (transaction) => {
      const before = await lockCredential(transaction, organization_id)
      await transaction
        .insertInto('mailbox_credentials')
        .values({ ...kept, organization_id })
        .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(kept))
        .execute()
      const isSame =
        before?.host === server.host &&
        before.is_local === is_local &&
        (is_local === 0 || before.domain === checked.domain)
      if (isSame) {
        await transaction
          .updateTable('mailboxes')
          .set(server)
          .where('credential_of', '=', organization_id)
          .execute()
        await tryAgain(transaction, organization_id)
      }
      // At another server nothing is known of the mail.
      else await removeJoined(transaction, organization_id)
    })
    await joinMailboxes(services, organization_id)
    // It is known from now on, and tells a refusal of the credential from one of another mailbox.
    await database
      .updateTable('mailboxes')
      .set({ ...look, connected_at: kept.kept_at })
      .where('user_id', '=', checked.id)
      .where('credential_of', '=', organization_id)
      .where('uid_validity', '=', '')
      .execute()
    return {}
  })
}

/** POST /organization/mailbox-credential/retry. */
export function retryMailboxCredential(services: Services) {
  return bindChange(
    services,
    retryMailboxCredentialEndpoint,
    async (_input, caller, transaction) => {
      const id = ownOrganizationOf(caller)
      const before = await lockCredential(transaction, id)
      if (before === undefined) throw new HttpError(noMailboxCredential, {})
      await noteTry(services, transaction, caller, id)
      await transaction
        .updateTable('mailbox_credentials')
        .set({ state: 'active', refusals: 0, refused_at: null })
        .where('organization_id', '=', id)
        .execute()
      await tryAgain(transaction, id)
      return {}
    },
  )
}

/** DELETE /organization/mailbox-credential: its mailboxes go with it. */
export function removeMailboxCredential(services: Services) {
  return bindChange(
    services,
    removeMailboxCredentialEndpoint,
    async (_input, caller, transaction) => {
      const id = ownOrganizationOf(caller)
      const { numDeletedRows } = await transaction
        .deleteFrom('mailbox_credentials')
        .where('organization_id', '=', id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw new HttpError(noMailboxCredential, {})
      await recordAct(services, transaction, actorOf(caller), {
        action: 'mailbox-credential-remove',
        target: 'organization',
        targetId: id,
      })
      return {}
    },
  )
}

/** @throws HttpError 422: the credential is for the own users alone, in domains that a super admin approved */
async function requireMember(database: Database, organizationId: string, address: string) {
  const user = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('email', '=', address)
    .where('is_active', '=', 1)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const domains = await approvedDomains(database, organizationId)
  const domain = domainOf(address) ?? ''
  if (user === undefined || !domains.has(domain)) throw new HttpError(foreignMember, { address })
  return { id: user.id, domain }
}

/** So that no password is guessed here, and no login locked. @throws HttpError 429 */
async function noteTry(services: Services, database: Database, caller: Caller, id: string) {
  await requireFewRequests(services, database, caller.user.id, 'mailbox-credential-enter')
  await recordAct(services, database, actorOf(caller), {
    action: 'mailbox-credential-enter',
    target: 'organization',
    targetId: id,
  })
}

type Proxy = Extract<Credential, { readonly login: string }>

/** @throws HttpError 422 */
async function check(services: Services, server: ImapServer, proxy: Proxy): Promise<FirstLook> {
  const { host } = server
  const opened = await tryLook(services, server, proxy)
  const own = await tryLook(services, { ...server, username: proxy.login }, { pass: proxy.pass })
  if (opened === undefined) {
    throw new HttpError(own === undefined ? credentialRefused : mailboxWithoutProxy, { host })
  }
  // A server that takes no notice of the name opens the mailbox of the administrator each time.
  const isSame =
    own !== undefined &&
    own !== 'no inbox' &&
    opened !== 'no inbox' &&
    own.uid_validity === opened.uid_validity &&
    own.last_uid === opened.last_uid
  if (isSame) throw new HttpError(mailboxWithoutProxy, { host })
  if (opened === 'no inbox') throw new HttpError(credentialRefused, { host })
  return opened
}

/** @returns undefined where it is refused @throws HttpError 422 */
async function tryLook(
  { mailServers }: Services,
  server: ImapServer,
  credential: Credential,
): Promise<FirstLook | 'no inbox' | undefined> {
  try {
    const connection = await openImap(mailServers, server, credential)
    try {
      return await lookFirst(connection)
    } finally {
      connection.client.close()
    }
  } catch (cause) {
    if (!(cause instanceof MailServerError)) throw cause
    if (cause.problem === 'password') return undefined
    if (cause.problem === 'unknown') return 'no inbox'
    throw new HttpError(errorOf[cause.problem] ?? mailboxUnreachable, { host: server.host })
  }
}

function lockCredential(database: Database, organizationId: string) {
  return database
    .selectFrom('mailbox_credentials')
    .select(['host', 'is_local', 'domain'])
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst()
}

/** Those that are watched go on. */
async function tryAgain(database: Database, organizationId: string): Promise<void> {
  await database
    .updateTable('mailboxes')
    .set({ state: 'active', problem: null, refusals: 0, watcher: null })
    .where('credential_of', '=', organizationId)
    .where(sql<boolean>`${sql.raw(isFailing)}`)
    .execute()
}

async function removeJoined(database: Database, organizationId: string): Promise<void> {
  await database.deleteFrom('mailboxes').where('credential_of', '=', organizationId).execute()
}
