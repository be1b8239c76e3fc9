import type { IDToken, UserInfoResponse } from 'openid-client'
import * as v from 'valibot'
import { email as canonicalEmail } from '../../../contract/core/email.ts'
import { subjectTaken } from '../../../contract/sign-in/user-identity.ts'
import { dayMs } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Retention } from '../../database/retention.ts'
import type { UnlinkedIdentities } from '../../database/tables/organizations.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services as AllServices } from '../../http/services.ts'
import { domainOf } from '../../organizations/organizations.ts'

export type Claims = IDToken | UserInfoResponse

/** The address that the provider names, in canonical form; it need not be proven. */
export function namedEmail({ email }: Claims): string | undefined {
  const read = v.safeParse(canonicalEmail, email)
  return read.success ? read.output : undefined
}

/**
 * The address by which an identity may be linked to a user: the provider serves this organization
 * alone, it says that the address is proven, and the domain is approved for the organization.
 */
export function provenEmail(
  issuer: string,
  claims: Claims,
  approved: ReadonlySet<string>,
): string | undefined {
  const email = namedEmail(claims)
  const domain = email === undefined ? undefined : domainOf(email)
  if (domain === undefined || !approved.has(domain) || isSharedIssuer(issuer)) return undefined
  return isProven(issuer, claims, domain) ? email : undefined
}

function isProven(issuer: string, claims: Claims, domain: string): boolean {
  switch (kindOfIssuer(issuer)) {
    // Entra has no `email_verified`, and its users can have any address in `email`.
    case 'microsoft':
      return [true, 1, '1', 'true'].some((yes) => yes === claims.xms_edov)
    // `hd` is missing for an account that is not one of a Workspace.
    case 'google':
      return claims.email_verified === true && claims.hd === domain
    case 'other':
      return claims.email_verified === true
  }
}

/** Microsoft's hosts of issuers; the path begins with the tenant. */
const microsoftHosts: ReadonlySet<string> = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'login.microsoft.com',
  'login.windows.net',
  'sts.windows.net',
])
/** The tenant of personal accounts, which anyone can have. */
const consumersTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'
const tenantId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

type IssuerKind = 'microsoft' | 'google' | 'other'

function kindOfIssuer(issuer: string): IssuerKind {
  const host = hostOf(issuer)
  if (microsoftHosts.has(host)) return 'microsoft'
  return host === 'accounts.google.com' ? 'google' : 'other'
}

/**
 * Whether every customer of the provider signs in there: `common`, `organizations`, `consumers`. Google
 * has one issuer for all, and names the customer in each token.
 */
export function isSharedIssuer(issuer: string): boolean {
  if (kindOfIssuer(issuer) !== 'microsoft') return false
  const tenant = new URL(issuer).pathname.split('/')[1] ?? ''
  return !tenantId.test(tenant) || tenant.toLowerCase() === consumersTenant
}

function hostOf(issuer: string): string {
  return URL.parse(issuer)?.hostname.replace(/\.$/, '') ?? ''
}

type Services = Pick<AllServices, 'clock'>

/** An identity: `sub` at an issuer. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** Identities without a user that an organization is shown. */
const mostUnlinked = 100

/** @returns the identity of a user at an issuer */
export function findIdentity(database: Database, userId: string, issuer: string) {
  return database
    .selectFrom('identity_links')
    .select(['issuer', 'subject', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
}

/** The lock decides between two links of one identity; it lasts until the transaction ends. */
export async function lockIdentity(database: Database, { issuer, subject }: Identity) {
  await takeAdvisoryLock(database, `identity ${issuer} ${subject}`)
}

/**
 * Links an identity to a user, in place of the user's earlier one at this issuer.
 * @throws HttpError 409 if it is another user's
 */
export async function linkIdentity(
  { clock }: Services,
  database: Database,
  userId: string,
  { issuer, subject }: Identity,
): Promise<void> {
  await lockIdentity(database, { issuer, subject })
  const owner = await database
    .selectFrom('identity_links')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (owner !== undefined && owner.user_id !== userId) throw new HttpError(subjectTaken, {})
  await database
    .insertInto('identity_links')
    .values({
      user_id: userId,
      ...{ issuer, subject },
      created_at: clock().toISOString(),
      last_used_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'issuer'])
        .doUpdateSet({ subject, created_at: clock().toISOString(), last_used_at: null }),
    )
    .execute()
  await database
    .deleteFrom('unlinked_identities')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** Keeps an identity that belongs to no user, so that an admin can link it by hand. */
export async function noteUnlinked(
  { clock }: Services,
  database: Database,
  identity: Omit<UnlinkedIdentities, 'seen_at'>,
): Promise<void> {
  const seen_at = clock().toISOString()
  await database
    .insertInto('unlinked_identities')
    .values({ ...identity, seen_at })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'issuer', 'subject'])
        .doUpdateSet({ seen_at, email: identity.email }),
    )
    .execute()
  await database
    .deleteFrom('unlinked_identities')
    .where('organization_id', '=', identity.organization_id)
    .where('seen_at', '<', (query) =>
      query
        .selectFrom('unlinked_identities as kept')
        .select('kept.seen_at')
        .where('kept.organization_id', '=', identity.organization_id)
        .orderBy('kept.seen_at', 'desc')
        .offset(mostUnlinked - 1)
        .limit(1),
    )
    .execute()
}

export function listUnlinked(database: Database, organizationId: string, issuer: string) {
  return database
    .selectFrom('unlinked_identities')
    .select(['subject', 'email', 'seen_at'])
    .where('organization_id', '=', organizationId)
    .where('issuer', '=', issuer)
    .orderBy('seen_at', 'desc')
    .orderBy('subject')
    .limit(mostUnlinked)
    .execute()
}

export const unlinkedRetention: Retention = {
  table: 'unlinked_identities',
  key: ['organization_id', 'issuer', 'subject'],
  date: 'seen_at',
  keptMs: 30 * dayMs,
}
