import type { Endpoint } from '../../contract/core/endpoint.ts'

/** A `Link` header to a list's next page (RFC 8288), relative to the API's base. */
export function nextLink({ path }: Endpoint, query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `</api${path}?${parameters}>; rel="next"`
}

/**
 * Says that a list is searched, filtered and sorted as asked, with the number of rows that were found
 * and of all: an answer alone does not tell whether a backend knows the parameters.
 */
export function searchLink({ path }: Endpoint, found: number, total: number): string {
  return `</api${path}>; rel="search"; found="${found}"; total="${total}"`
}
