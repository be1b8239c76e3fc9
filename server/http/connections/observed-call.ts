import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '../../../contract/core/endpoint.ts'

/** The end of a request, for observers of requests. */
export interface ObservedCall {
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
