import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const requestIdHeader = 'X-Request-Id'

const ids = new WeakMap<IncomingMessage, string>()

/** The id of a request in logs and responses; taken from a trusted proxy if it sends one. */
export function requestId(request: IncomingMessage, trustedProxies: number): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const given = trustedProxies > 0 ? request.headers[requestIdHeader.toLowerCase()] : undefined
  const id = typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
  ids.set(request, id)
  return id
}
