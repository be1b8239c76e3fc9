/** What a built page holds that its policy has to allow. */
export interface PageNeeds {
  /** Sources of its inline scripts: `'sha256-…'`. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly hasDataImages: boolean
  /** Whether a form is sent as a mail as long as no script has taken it over. */
  readonly hasMailForm: boolean
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
    // Forms are sent by script; one that no script has taken over must not put a password anywhere.
    ['form-action', needs.hasMailForm ? 'mailto:' : "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
  ]
}

const write = (list: Directives) => list.map((directive) => directive.join(' ')).join('; ')

/** The whole policy of a page, for its header. */
export function headerPolicy(needs: PageNeeds, apiOrigin: string | undefined): string {
  return write([...directives(needs, apiOrigin), ['frame-ancestors', "'none'"]])
}

/** The same for the page itself, where a host sends no headers: `frame-ancestors` counts only in a header. */
export function metaPolicy(needs: PageNeeds, apiOrigin: string | undefined): string {
  return write(directives(needs, apiOrigin))
}

/**
 * Where pages send their calls, if not to their own origin.
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
