/** Contents of a built page that its headers must allow or announce. */
export interface PageNeeds {
  /** Sources of the page's inline scripts: `'sha256-…'`. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly hasDataImages: boolean
  /** Whether the page has a form that is sent as mail until a script takes it over. */
  readonly hasMailForm: boolean
  /** Addresses of the modules that the page preloads. */
  readonly modules: readonly string[]
}

type Directives = readonly (readonly [name: string, ...sources: string[]])[]

function directives(needs: PageNeeds, apiOrigin: string | undefined): Directives {
  return [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...needs.scripts],
    ['style-src', "'self'", ...needs.styles],
    ['img-src', "'self'", ...(needs.hasDataImages ? ['data:'] : [])],
    ['connect-src', "'self'", ...(apiOrigin === undefined ? [] : [apiOrigin])],
    ['manifest-src', "'self'"],
    ['base-uri', "'none'"],
    // Scripts send the forms. A form that no script has taken over must not send a password anywhere.
    ['form-action', needs.hasMailForm ? 'mailto:' : "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
  ]
}

const write = (list: Directives) => list.map((directive) => directive.join(' ')).join('; ')

/** The complete policy of a page, for its header. */
export function headerPolicy(needs: PageNeeds, apiOrigin: string | undefined): string {
  return write([...directives(needs, apiOrigin), ['frame-ancestors', "'none'"]])
}

/**
 * The policy for the page itself, for hosts that send no headers. Browsers ignore `frame-ancestors` here.
 */
export function metaPolicy(needs: PageNeeds, apiOrigin: string | undefined): string {
  return write(directives(needs, apiOrigin))
}

/**
 * The origin that pages send their calls to, if it is not their own.
 * @param apiUrl the setting PUBLIC_API_URL: an absolute URL or a path
 * @throws Error when it is neither
 */
export function apiOriginOf(apiUrl: string | undefined): string | undefined {
  if (apiUrl === undefined || apiUrl === '' || /^\/(?!\/)/.test(apiUrl)) return undefined
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Error(`PUBLIC_API_URL is '${apiUrl}', but a path or an https:// address is expected`)
  }
  return url.origin
}
