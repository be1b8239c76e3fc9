import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { atMost } from '../core/background-work.ts'
import { newId } from '../database/id.ts'
import { isOneOf } from '../database/search-index.ts'
import type { MailboxCredentials } from '../database/tables/mail.ts'
import type { Database, Place } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'
import { approvedDomains } from '../organizations/organizations.ts'
import { type Connection, type ImapServer, isRefusal, openImap, saidNo } from './imap/open-imap.ts'
import { untouched } from './own-mailbox.ts'
import { getToken, type OpenedCredential, type Token } from './servers/provider-tokens.ts'

/** In one transaction. */
const mostAtOnce = 200

/** The name by which the server knows a mailbox. */
export function nameOf(
  { is_local }: Pick<MailboxCredentials, 'is_local'>,
  address: string,
): string {
  return is_local === 1 ? address.replace(/@[^@]*$/, '') : address
}

/**
 * Has the mailboxes of users who have none watched by the credentials of their organizations; those of users who
 * moved, or whose domain is approved no longer, are disconnected.
 * @param organizationId undefined for all organizations
 */
export async function joinMailboxes(place: Place, organizationId?: string): Promise<void> {
  const credentials = await place.database
    .selectFrom('mailbox_credentials')
    .selectAll()
    .$if(organizationId !== undefined, (query) =>
      query.where('organization_id', '=', organizationId ?? ''),
    )
    .execute()
  for (const credential of credentials) {
    const domains = await domainsOf(place.database, credential)
    await leaveMoved(place.database, credential, domains)
    if (credential.state !== 'active') continue
    let joined: number
    do joined = await joinSome(place, credential, domains)
    while (joined === mostAtOnce)
  }
}

/** The condition of a query of users: they have an address in one of the domains. */
const isIn = (domains: readonly string[]) =>
  sql<boolean>`(false ${sql.join(
    domains.map((domain) => sql`or users.email like ${`%@${domain}`}`),
    sql` `,
  )})`

async function leaveMoved(
  database: Database,
  { organization_id }: MailboxCredentials,
  domains: readonly string[],
): Promise<void> {
  await database
    .deleteFrom('mailboxes')
    .where('credential_of', '=', organization_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'mailboxes.user_id')
            .where('users.organization_id', '=', organization_id)
            .where(isIn(domains)),
        ),
      ),
    )
    .execute()
}

/** Two addresses with one local part would be one mailbox, so that these have the domain of the checked one. */
async function domainsOf(
  database: Database,
  { organization_id, domain, is_local }: MailboxCredentials,
): Promise<readonly string[]> {
  const approved = await approvedDomains(database, organization_id)
  return [...approved].filter((own) => is_local === 0 || own === domain)
}

/**
 * Also users whose address has changed: the former one may be that of another user by now. What they want done with
 * dangerous mail stays.
 * @returns how many joined
 */
async function joinSome(
  { database, clock }: Place,
  credential: MailboxCredentials,
  domains: readonly string[],
): Promise<number> {
  const { organization_id, host, port, security } = credential
  const hasFormerAddress = sql<boolean>`exists (select 1 from mailboxes where mailboxes.user_id = users.id
    and mailboxes.credential_of = ${organization_id} and mailboxes.address <> users.email)`
  return database.transaction().execute(async (transaction) => {
    // Locked, so that none of them is removed in between.
    const users = await transaction
      .selectFrom('users')
      .select(['id', 'email'])
      .where('organization_id', '=', organization_id)
      .where(({ or }) => or([isWithoutMailbox, hasFormerAddress]))
      .where(isIn(domains))
      .orderBy('id')
      .limit(mostAtOnce)
      .forUpdate()
      .execute()
    if (users.length === 0) return 0
    const former = await transaction
      .deleteFrom('mailboxes')
      .where('credential_of', '=', organization_id)
      .where(
        isOneOf(
          transaction,
          'user_id',
          users.map(({ id }) => id),
        ),
      )
      .returning(['user_id', 'action', 'moves_last_day'])
      .execute()
    const wishes = new Map(former.map(({ user_id, ...wish }) => [user_id, wish]))
    await transaction
      .insertInto('mailboxes')
      .values(
        users.map(({ id, email }) => ({
          ...untouched,
          ...{ host, port, security },
          id: newId(),
          user_id: id,
          credential_of: organization_id,
          address: email,
          username: nameOf(credential, email),
          sealed_password: '',
          signs_in: 0,
          reads_senders: 0,
          ...(wishes.get(id) ?? { action: 'tell', moves_last_day: 0 }),
          uid_validity: '',
          last_uid: '',
          authserv_id: '',
          connected_at: clock().toISOString(),
        })),
      )
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()
    return users.length
  })
}

/** Invited users too: a gateway judges their mail as well. */
export const isWithoutMailbox = sql<boolean>`(users.is_active = 1 and users.removed_at is null
  and users.role <> 'super_admin'
  and not exists (select 1 from mailboxes where mailboxes.user_id = users.id))`

/** Tokens by organization, the time when its credential was entered, and the mailbox at Google. */
export type Tokens = LRUCache<string, Promise<Token>>

export function createTokens(): Tokens {
  return new LRUCache(atMost(10_000))
}

/** Signs in to a mailbox with the credential of an organization. @throws MailServerError */
export async function openWithCredential(
  services: Pick<Services, 'clock' | 'mailServers' | 'outboundFetch'>,
  tokens: Tokens,
  credential: OpenedCredential,
  server: ImapServer,
): Promise<Connection> {
  const { organization_id, kept_at, kind, login, secret } = credential
  const { clock, mailServers } = services
  if (kind === 'proxy') return openImap(mailServers, server, { login, pass: secret })
  const key = [organization_id, kept_at, kind === 'google' ? server.username : ''].join(' ')
  const forget = (token: Promise<Token> | undefined) => {
    // Not one that was got meanwhile.
    if (token !== undefined && tokens.peek(key) === token) tokens.delete(key)
  }
  /** Those who need the same one at once wait for one answer. */
  const get = () => {
    const known = tokens.get(key)
    if (known !== undefined) return known
    const made = getToken(services, credential, server.username)
    tokens.set(key, made)
    made.catch(() => forget(made))
    return made
  }
  const open = async (token: Promise<Token>) =>
    openImap(mailServers, server, { accessToken: (await token).accessToken })
  const kept = tokens.get(key)
  const known = await kept?.catch(() => undefined)
  const isKept = known !== undefined && known.until > clock().getTime()
  if (!isKept) forget(kept)
  const token = get()
  try {
    return await open(token)
  } catch (cause) {
    if (!saidNo(cause)) throw cause
    forget(token)
    // A provider may have ended it early.
    if (!isKept || !isRefusal(cause)) throw cause
    return open(get())
  }
}
