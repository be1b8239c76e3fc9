import type { Call } from '../../../contract/core/call.ts'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { calls } from '../../../contract/endpoints.ts'

export const allCalls: readonly Call[] = Object.values(calls)

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

/** Every call of the contract, by `METHOD /path`. */
export const callsByName: ReadonlyMap<string, Call> = new Map(
  allCalls.map((call) => [nameOf(call.endpoint), call]),
)
