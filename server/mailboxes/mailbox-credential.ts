import { sql } from 'kysely'
import type { ParsedInputOf } from '../../contract/core/endpoint.ts'
import {
  type CredentialKind,
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
import { providerErrors, providerUnreachable } from '../../contract/mailboxes/provider-refusals.ts'
import { actorOf, recordAct, requireFewRequests } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { countRows } from '../database/count-rows.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, bindUser, type Caller } from '../http/bind.ts'
import type { MailProvider } from '../http/mail-servers.ts'
import type { Services } from '../http/services.ts'
import { approvedDomains, domainOf, ownOrganizationOf } from '../organizations/organizations.ts'
import { recheckCaller } from '../sign-in/sign-in.ts'
import { isFailing } from './connections.ts'
import { findServerOf } from './find-mail-server.ts'
import { type FirstLook, lookOnce } from './first-look.ts'
import {
  type Connection,
  type ImapServer,
  isRefusal,
  MailServerError,
  openImap,
} from './imap/open-imap.ts'
import {
  createTokens,
  isWithoutMailbox,
  joinMailboxes,
  nameOf,
  openWithCredential,
} from './join-mailboxes.ts'
import { errorOf } from './own-mailbox.ts'
import { sealCredential } from './password.ts'
import {
  type OpenedCredential,
  type ProviderKind,
  providersOf,
  readKeyFile,
  refusalOf,
  TokenError,
} from './servers/provider-tokens.ts'

const mostShown = 50

/** GET /organization/mailbox-credential. */
export function showMailboxCredential(services: Services) {
  const { database, sealer } = services
  return bindUser(services, showMailboxCredentialEndpoint, async (_input, caller) => {
    const id = ownOrganizationOf(caller)
    const credential = await database
      .selectFrom('mailbox_credentials')
      .select(['kind', 'host', 'port', 'security', 'login', 'state', 'refusal', 'kept_at'])
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
    const found = await findServerOf(services, address)
    const { google, microsoft } = providersOf(services)
    const isAt = ({ host }: MailProvider) => host === found.host
    const kind: CredentialKind = isAt(google) ? 'google' : isAt(microsoft) ? 'microsoft' : 'proxy'
    return { ...found, kind }
  })
}

/** POST /organization/mailbox-credential: opens a mailbox with it before it is kept. */
export function keepMailboxCredential(services: Services) {
  const { database, clock, sealer } = services
  return bindUser(services, keepMailboxCredentialEndpoint, async (input, caller) => {
    const { address } = input
    const organization_id = ownOrganizationOf(caller)
    if (sealer === null) throw new HttpError(mailboxesNotOffered, {})
    const checked = await requireMember(database, organization_id, address)
    const { username, secret, ...entered } = readEntered(services, input)
    const is_local: 0 | 1 = username === address ? 0 : 1
    if (nameOf({ is_local }, address) !== username) throw new HttpError(mailboxNameUnknown, {})
    await database
      .transaction()
      .execute((transaction) => noteTry(services, transaction, caller, organization_id))
    const kept_at = clock().toISOString()
    const { host, port, security } = entered
    const server = { host, port, security }
    const credential = { ...entered, organization_id, kept_at, secret }
    const look = await check(services, { ...server, username }, credential)
    const kept = {
      ...entered,
      is_local,
      domain: checked.domain,
      checked_with: checked.id,
      sealed_password: sealCredential(sealer, organization_id, secret),
      state: 'active',
      refusals: 0,
      refusal: null,
      refused_at: null,
      kept_at,
    } as const
    await database.transaction().execute(async (transaction) => {
      // A mail server may have taken its time to answer.
      await recheckCaller(transaction, caller, keepMailboxCredentialEndpoint.access)
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
    await database
      .updateTable('mailboxes')
      .set({ ...look, connected_at: kept_at })
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
        .set({ state: 'active', refusals: 0, refusal: null, refused_at: null })
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

type Entered = ParsedInputOf<typeof keepMailboxCredentialEndpoint>

/** At a provider the place is known, and mailboxes are known by their addresses. @throws HttpError 422 */
function readEntered(services: Services, input: Entered) {
  if ('login' in input) {
    const { address, password: secret, ...entered } = input
    return { ...entered, secret, kind: 'proxy', tenant: null } as const
  }
  const at = (kind: ProviderKind) => {
    const { host, port } = providersOf(services)[kind]
    return { kind, host, port, security: 'tls', username: input.address } as const
  }
  if ('key_file' in input) {
    return { ...at('google'), tenant: null, ...readKeyFile(input.key_file) }
  }
  const { tenant, client_id: login, client_secret: secret } = input
  return { ...at('microsoft'), tenant, login, secret }
}

/** @throws HttpError 422 */
async function check(
  services: Services,
  server: ImapServer,
  credential: OpenedCredential,
): Promise<FirstLook> {
  const { host } = server
  const { kind, login, secret: pass } = credential
  const unreachable = kind === 'proxy' ? mailboxUnreachable : providerUnreachable
  const tokens = createTokens()
  const opened = await tryLook(
    () => openWithCredential(services, tokens, credential, server),
    host,
    unreachable,
  )
  if (kind !== 'proxy') {
    if (!(opened instanceof MailServerError)) return opened
    const refusal = refusalOf(kind, opened)
    for (const error of providerErrors) if (error.code === refusal) throw new HttpError(error, {})
    throw opened
  }
  const own = await tryLook(
    () => openImap(services.mailServers, { ...server, username: login }, { pass }),
    host,
    unreachable,
  )
  if (isRefusal(opened)) {
    throw new HttpError(isRefusal(own) ? credentialRefused : mailboxWithoutProxy, { host })
  }
  if (opened instanceof MailServerError) throw new HttpError(credentialRefused, { host })
  // A server that takes no notice of the name opens the mailbox of the administrator each time.
  const isSame =
    !(own instanceof MailServerError) &&
    own.uid_validity === opened.uid_validity &&
    own.last_uid === opened.last_uid
  if (isSame) throw new HttpError(mailboxWithoutProxy, { host })
  return opened
}

/** @returns an error where it is refused, or there is no inbox @throws HttpError 422 */
async function tryLook(
  open: () => Promise<Connection>,
  host: string,
  unreachable: typeof mailboxUnreachable,
): Promise<FirstLook | MailServerError> {
  try {
    return await lookOnce(await open())
  } catch (cause) {
    if (!(cause instanceof MailServerError)) throw cause
    const { problem } = cause
    if (problem === 'password' || problem === 'unknown') return cause
    if (cause instanceof TokenError) throw new HttpError(unreachable, { host: cause.host })
    throw new HttpError(errorOf[problem] ?? unreachable, { host })
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
