/*
 * The one source of the headers that every host of the site sends. The build writes them, with each
 * page's own policy, to `dist/_headers`. The server reads that file, and `aman headers` converts
 * it to settings for nginx and Caddy.
 */

export type Headers = Readonly<Record<string, string>>

export interface HeaderRule {
  /**
   * An exact path, or a folder that ends in `/*`. Two rules that match the same path never set the
   * same header.
   */
  readonly path: string
  readonly headers: Headers
}

/** Browsers ignore this header over plain HTTP, but the standard forbids sending it there. */
export const transportSecurityHeader = 'Strict-Transport-Security'

/** Only on pages that load scripts at once. */
export const linkHeader = 'Link'

/** For every response: pages, files and API calls. */
export const commonHeaders: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()',
}

/** Two years. Subdomains are not included: they belong to the organization, not to this site. */
export const transportSecurity: Headers = { [transportSecurityHeader]: 'max-age=63072000' }

const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * For responses that are not pages: nothing in them may run, load or be framed, however they are
 * interpreted.
 */
export const closedHeaders: Headers = { 'Content-Security-Policy': closedPolicy }

/** For files that may change with the next build: browsers revalidate them each time. */
export const revalidate: Headers = { 'Cache-Control': 'no-cache' }

/**
 * For pages that ask by themselves, beside their data, whether they are still the newest, and show nothing
 * before they know (docs/decisions/0148). Only browsers keep them: another cache would answer that question.
 */
export const confirmedByPage: Headers = { 'Cache-Control': 'private, max-age=2592000' }

/** Names under /assets/ carry a hash of their content. */
export const immutable: Headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** For a site without a headers file: the policies in its pages apply, and no page may be framed. */
export const rulesOfUnknownSite: readonly HeaderRule[] = [
  { path: '/*', headers: { 'Content-Security-Policy': "frame-ancestors 'none'" } },
  { path: '/assets/*', headers: immutable },
]

export const notFoundPath = '/404.html'

/** The folders of the site's other languages, each with a page for unknown addresses: `/ar/`. */
export function localeFolders(rules: readonly HeaderRule[]): string[] {
  return rules.flatMap(({ path }) => /^(\/[^/]+\/)404\/index\.html$/.exec(path)?.[1] ?? [])
}

export const localizedNotFoundPath = (folder: string) => `${folder}404/index.html`

/** Merges the headers of all rules that match a path. The order of the rules does not matter. */
export function headersFor(rules: readonly HeaderRule[], path: string): Headers {
  const matching = rules.filter((rule) => matches(rule.path, path))
  return Object.assign({}, ...matching.map(({ headers }) => headers))
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

/**
 * A header with which a proxy says that it repeats a GET or HEAD at the next server when this one
 * closes the connection without an answer, and then leaves this one out for a while.
 */
export const repeatsHeader = 'Aman-Proxy-Repeats'
