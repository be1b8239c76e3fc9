import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import { canonicalDomain } from '../../contract/core/domain.ts'
import { splitAddress } from '../../contract/core/email.ts'
import { publicMailDomain } from '../../contract/flags/add-flag.ts'
import {
  emailDomainTaken,
  publicEmailDomain,
  unknownEmailDomain,
} from '../../contract/organizations/admin-domains.ts'
import { type Actor, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { isUniqueViolation } from '../database/drivers/database-error.ts'
import { prepare } from '../database/drivers/prepare.ts'
import { isInList } from '../database/search-index.ts'
import type { Flags } from '../database/tables/mail.ts'
import type { OrganizationDomains } from '../database/tables/organizations.ts'
import type { Database, Place } from '../database/tables/tables.ts'

const findAliases = prepare((database, named: (name: 'userIds') => string) =>
  database
    .selectFrom('user_aliases')
    .select(['user_id', 'address'])
    .where(isInList(database, 'user_id', named('userIds'))),
)

/** @returns the aliases of each user who has some, sorted */
export async function readAliases(
  database: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await findAliases(database, { userIds: JSON.stringify(userIds) })
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map(
    [...byUser].map(([id, aliases]) => [id, aliases.map(({ address }) => address).toSorted()]),
  )
}

/**
 * Replaces a user's aliases. The caller makes sure that no other user has one of the addresses, and
 * changes the revision of the flags.
 */
export async function writeAliases(
  database: Database,
  userId: string,
  aliases: readonly string[],
): Promise<void> {
  await database.deleteFrom('user_aliases').where('user_id', '=', userId).execute()
  if (aliases.length === 0) return
  const rows = aliases.map((address) => ({ address, user_id: userId }))
  await database.insertInto('user_aliases').values(rows).execute()
}

/** Each alias once, sorted, and without the user's own address. */
export function aliasesBeside(email: string, aliases: readonly string[]): readonly string[] {
  return [...new Set(aliases)].filter((address) => address !== email).toSorted()
}

const comment = '#'
let providers: ReadonlySet<string> | undefined

/** Read on first use, because most server runs never need it. */
function publicMailDomains(): ReadonlySet<string> {
  providers ??= new Set(
    readFileSync(join(import.meta.dirname, 'public-mail-domains.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(comment)),
  )
  return providers
}

let above: ReadonlySet<string> | undefined

/** Whether a domain is a public mail provider, or one is below it. */
export function reachesPublicMail(domain: string): boolean {
  above ??= new Set([...publicMailDomains()].flatMap(domainsAbove))
  return publicMailDomains().has(domain) || above.has(domain)
}

function domainsAbove(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(1).map((_, position) => labels.slice(position + 1).join('.'))
}

/**
 * Anyone can have an address at a public mail provider, so trusting its domain would trust anyone.
 * @param exceptions domains that the operator lets users trust as a whole
 */
export function isPublicMail(value: string, exceptions: readonly string[]): boolean {
  return publicMailDomains().has(value) && !exceptions.includes(value)
}

/**
 * A green flag on a public mail provider has no effect. Such flags were accepted in the past.
 */
export function isIgnored(
  { flag_type, value }: Pick<Flags, 'flag_type' | 'value'>,
  exceptions: readonly string[],
): boolean {
  return flag_type === 'green' && isPublicMail(value, exceptions)
}

/** Changes with what decides whether a green flag is ignored. */
export function publicMailDigest(exceptions: readonly string[]): string {
  return hash('sha256', JSON.stringify([[...publicMailDomains()], exceptions]))
}

/** @throws HttpError 422 for the domain of a public mail provider */
export function rejectPublicMail(value: string, exceptions: readonly string[]): void {
  if (isPublicMail(value, exceptions)) throw new HttpError(publicMailDomain, { domain: value })
}

/** @returns the domain of an address in canonical form; undefined for text that has none */
export function domainOf(email: string): string | undefined {
  return canonicalDomain(splitAddress(email)[1])
}

/** @returns the id of the organization that has the domain approved; it may be suspended */
export async function organizationOfDomain(
  database: Database,
  domain: string,
): Promise<string | undefined> {
  const row = await approved(database)
    .select('organization_id')
    .where('domain', '=', domain)
    .executeTakeFirst()
  return row?.organization_id
}

/** Subdomains are domains of their own, and are not included. */
export async function approvedDomains(
  database: Database,
  organizationId: string,
): Promise<ReadonlySet<string>> {
  const rows = await approved(database)
    .select('domain')
    .where('organization_id', '=', organizationId)
    .execute()
  return new Set(rows.map(({ domain }) => domain))
}

function approved(database: Database) {
  return database.selectFrom('organization_domains').where('approved_at', 'is not', null)
}

export function listDomains(database: Database, organizationId: string) {
  return database
    .selectFrom('organization_domains')
    .select(['domain', 'created_at', 'approved_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('domain')
    .execute()
}

/**
 * Adds a domain that is approved at once, or approves a proposed one.
 * @throws HttpError 409 for a domain of another organization, 422 for one of a public mail provider
 */
export async function approveDomain(
  { database, clock }: Place,
  organization_id: string,
  domain: string,
  actor: Actor,
): Promise<void> {
  rejectPublicDomain(domain)
  const at = clock().toISOString()
  const written = { organization_id, domain, created_at: at, approved_at: at }
  try {
    await writeDomain({ database, clock }, written, actor, 'domain-approve')
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause
    throw new HttpError(emailDomainTaken, {
      domain,
      organization: await nameOfOwner(database, domain),
    })
  }
}

/**
 * Proposes a domain, which a super admin then approves. Whether another organization has it is not
 * said: the proposal is kept, and can then not be approved.
 * @throws HttpError 422 for the domain of a public mail provider
 */
export async function proposeDomain(
  { database, clock }: Place,
  organizationId: string,
  domain: string,
  actor: Actor,
): Promise<void> {
  rejectPublicDomain(domain)
  const created_at = clock().toISOString()
  const written = { organization_id: organizationId, domain, created_at, approved_at: null }
  await writeDomain({ database, clock }, written, actor, 'domain-propose')
}

/** Records the act, unless nothing changed: a domain that is there can be approved once. */
async function writeDomain(
  { database, clock }: Place,
  written: Insertable<OrganizationDomains>,
  actor: Actor,
  action: 'domain-approve' | 'domain-propose',
): Promise<void> {
  const { organization_id, domain, approved_at } = written
  await database.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('organization_domains')
      .values(written)
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'domain'])
          .doUpdateSet({ approved_at })
          .where('organization_domains.approved_at', 'is', null)
          .where('excluded.approved_at', 'is not', null),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return
    await recordAct({ clock }, transaction, actor, {
      action,
      target: 'organization',
      targetId: organization_id,
      detail: domain,
    })
  })
}

/** @throws HttpError 404 if the organization does not have it */
export async function removeDomain(
  { database, clock }: Place,
  organizationId: string,
  domain: string,
  actor: Actor,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('organization_domains')
      .where('organization_id', '=', organizationId)
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new HttpError(unknownEmailDomain, {})
    await recordAct({ clock }, transaction, actor, {
      action: 'domain-remove',
      target: 'organization',
      targetId: organizationId,
      detail: domain,
    })
  })
}

/** Trust in senders is another question, so that its setting has no say here. */
function rejectPublicDomain(domain: string): void {
  if (isPublicMail(domain, [])) throw new HttpError(publicEmailDomain, { domain })
}

/** Empty if it was removed a moment ago. */
async function nameOfOwner(database: Database, domain: string): Promise<string> {
  const row = await database
    .selectFrom('organization_domains')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select('organizations.name')
    .where('domain', '=', domain)
    .where('approved_at', 'is not', null)
    .executeTakeFirst()
  return row?.name ?? ''
}
