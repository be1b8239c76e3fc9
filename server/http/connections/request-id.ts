import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const requestIdHeader = 'X-Request-Id'

const ids = new WeakMap<IncomingMessage, string>()

/** Without letters that are mistaken for others when they are read out; 32 divides a byte evenly. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What a user can read out: `7F3K-2QX`. */
export function newRequestId(): string {
  const text = [...randomBytes(7)].map((byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** The id of a request in logs and responses; taken from a trusted proxy if it sends one. */
export function requestId(request: IncomingMessage, trustedProxies: number): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const given = trustedProxies > 0 ? request.headers[requestIdHeader.toLowerCase()] : undefined
  const id = typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : newRequestId()
  ids.set(request, id)
  return id
}
