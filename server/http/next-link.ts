import type { Endpoint } from '../../contract/endpoint.ts'

/** A `Link` header to a list's next page (RFC 8288), relative to the API's base. */
export function nextLink({ path }: Endpoint, query: Readonly<Record<string, string>>): string {
  return `</api${path}?${new URLSearchParams(query)}>; rel="next"`
}
