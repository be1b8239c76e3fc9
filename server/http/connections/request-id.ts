import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const requestIdHeader = 'X-Request-Id'

const ids = new WeakMap<IncomingMessage, string>()

/** Without letters that are mistaken for others when they are read out. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference that a user can read out: `7F3K-2QX`. */
export function newRequestId(): string {
  // Node keeps random bytes ready for UUIDs, whose first and last 32 bits are random.
  const uuid = randomUUID()
  const first = Number.parseInt(uuid.slice(0, 8), 16)
  const last = Number.parseInt(uuid.slice(-8), 16)
  const letter = (bits: number, place: number) => letters[(bits >>> (5 * place)) & 31]
  return `${letter(first, 0)}${letter(first, 1)}${letter(first, 2)}${letter(first, 3)}-${letter(last, 0)}${letter(last, 1)}${letter(last, 2)}`
}

/** The id of a request in logs and responses. No client chooses it. */
export function requestId(request: IncomingMessage): string {
  const id = ids.get(request) ?? newRequestId()
  ids.set(request, id)
  return id
}

/** The id that a proxy gave a request, to be noted beside ours; undefined where none is well-formed. */
export function givenRequestId({ headers }: IncomingMessage): string | undefined {
  const given = headers[requestIdHeader.toLowerCase()]
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : undefined
}
