/** Every call goes to one base that ends in `/api` (R001); a site on a CDN names it at its build. */
const apiBase = import.meta.env.PUBLIC_API_URL || '/api'

/** A person has long given up by then, and may try again. */
export const timeoutMs = 20_000

/** Where a call is made. Values that are not given are left out of the query. */
export function urlOf(path: string, query: Iterable<readonly [string, unknown]> = []): string {
  const given = [...query].filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return apiBase + path + (search.size === 0 ? '' : `?${search}`)
}
