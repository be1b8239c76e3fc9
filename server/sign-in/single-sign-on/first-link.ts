import type { IDToken, UserInfoResponse } from 'openid-client'
import * as v from 'valibot'
import { email as canonicalEmail } from '../../../contract/core/email.ts'
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

export type IssuerKind = 'microsoft' | 'google' | 'other'

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
