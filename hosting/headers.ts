/*
 * The one source of the headers that every host of the site sends. The build writes them, with each
 * page's own policy, into `dist/_headers`; the server reads that file, and `npm run headers` turns
 * it into settings for nginx and Caddy.
 */

export type Headers = Readonly<Record<string, string>>

export interface HeaderRule {
  /** Exact, or a folder's end in `/*`. A header is never set by two rules that match the same path. */
  readonly path: string
  readonly headers: Headers
}

/** Does no harm over plain HTTP, where browsers ignore it, but the standard forbids to send it there. */
export const transportSecurityHeader = 'Strict-Transport-Security'

/** On every answer, page, file or call. */
export const commonHeaders: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()',
}

/** Two years. Not for subdomains: what else runs under the organization's name is not ours to decide. */
export const transportSecurity: Headers = { [transportSecurityHeader]: 'max-age=63072000' }

const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Of answers that are no page: nothing in them may run, load or be framed, whatever it is taken for. */
export const closedHeaders: Headers = { 'Content-Security-Policy': closedPolicy }

/** A file that may change with the next build is asked for again each time. */
export const revalidate: Headers = { 'Cache-Control': 'no-cache' }

/** Names under /assets/ carry a hash of their content. */
export const immutable: Headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** For a site that came without a file of headers: its pages' own policies hold, and nobody frames them. */
export const rulesOfUnknownSite: readonly HeaderRule[] = [
  { path: '/*', headers: { 'Content-Security-Policy': "frame-ancestors 'none'" } },
  { path: '/assets/*', headers: immutable },
]

export const notFoundPath = '/404.html'

/** What the rules say for a path, whatever the order in which they stand. */
export function headersFor(rules: readonly HeaderRule[], path: string): Headers {
  const matching = rules.filter((rule) => matches(rule.path, path))
  return Object.assign({}, ...matching.map(({ headers }) => headers))
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}
