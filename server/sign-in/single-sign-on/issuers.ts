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

export function kindOfIssuer(issuer: string): IssuerKind {
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
