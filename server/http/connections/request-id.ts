import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const requestIdHeader = 'X-Request-Id'

const ids = new WeakMap<IncomingMessage, string>()

/** Without letters that are mistaken for others when they are read out. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What a user can read out: `7F3K-2QX`. */
export function newRequestId(): string {
  // Node keeps random bytes ready for UUIDs, whose last 48 bits are random.
  const bits = Number.parseInt(randomUUID().slice(-12), 16)
  const letter = (place: number) => letters[Math.floor(bits / 32 ** place) % 32]
  return `${letter(0)}${letter(1)}${letter(2)}${letter(3)}-${letter(4)}${letter(5)}${letter(6)}`
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
