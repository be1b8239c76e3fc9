import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import type { Configuration } from '../../core/configuration.ts'
import type { Log } from '../../core/log.ts'
import { isNamed } from '../../core/networks.ts'
import { requestAddress } from '../forwarded.ts'

/** The end of a request, for observers of requests. */
interface ObservedCall {
  /** Method and path of the endpoint, without values: `GET /admin/users/:id`. */
  readonly name: string
  /** The code of the error that it was answered with. */
  errorCode?: string
}

const observed = new WeakMap<IncomingMessage, ObservedCall>()

/** @param request undefined in tests without a socket */
export function noteCall(request: IncomingMessage | undefined, name: string): void {
  if (request !== undefined) observed.set(request, { name })
}

export function noteErrorCode(request: IncomingMessage | undefined, code: string): void {
  const call = request === undefined ? undefined : observed.get(request)
  if (call !== undefined) call.errorCode = code
}

/** @returns undefined for a page, and for what no call answers */
export function observedCall(request: IncomingMessage): Readonly<ObservedCall> | undefined {
  return observed.get(request)
}

/** The name of its call, or what it is otherwise: never what the client wrote. */
export function nameOfRequest(request: IncomingMessage): string {
  const call = observedCall(request)
  if (call !== undefined) return call.name
  return request.url?.startsWith('/api/') === true ? 'other' : 'page'
}

export function nameOfCall({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

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
function givenRequestId({ headers }: IncomingMessage): string | undefined {
  const given = headers[requestIdHeader.toLowerCase()]
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : undefined
}

/** Called for each request when it arrives, before it is answered. */
export type WatchRequest = (request: IncomingMessage, response: ServerResponse) => void

/** Logs one line for each completed request, without the query, which may hold a signature. */
export function createAccessLog(
  log: Log,
  { trustedProxies, tracingProxies }: Pick<Configuration, 'trustedProxies' | 'tracingProxies'>,
): WatchRequest {
  return (request, response) => {
    const { method = '', url = '', socket } = request
    const id = requestId(request)
    const given = isNamed(tracingProxies, socket.remoteAddress)
      ? givenRequestId(request)
      : undefined
    const startedMs = performance.now()
    // Read now, because a closed socket has no address.
    const address = requestAddress(request, trustedProxies)
    response.once('close', () => {
      log('info', 'request', {
        request: id,
        ...(given === undefined ? {} : { proxy_request: given }),
        method,
        path: url.split('?', 1)[0] ?? '',
        status: response.statusCode,
        ms: Math.round((performance.now() - startedMs) * 10) / 10,
        address,
        ...(response.writableFinished ? {} : { aborted: true }),
      })
    })
  }
}
