import type { Endpoint } from '../../../contract/core/endpoint.ts'
import * as calls from '../../../contract/endpoints.ts'

export const allCalls: readonly Endpoint[] = Object.values(calls)

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

/** Every call of the contract, by `METHOD /path`. */
export const callsByName: ReadonlyMap<string, Endpoint> = new Map(
  allCalls.map((call) => [nameOf(call), call]),
)
