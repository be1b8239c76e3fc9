/** Every call goes to one base that ends in `/api` (R001). A site on a CDN sets it at build time. */
const apiBase = import.meta.env.PUBLIC_API_URL || '/api'

/** After this time a call fails, so that the user can try again. */
export const timeoutMs = 20_000

/** The URL of a call. Undefined values are left out of the query. */
export function urlOf(path: string, query: Iterable<readonly [string, unknown]> = []): string {
  const given = [...query].filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return apiBase + path + (search.size === 0 ? '' : `?${search}`)
}
