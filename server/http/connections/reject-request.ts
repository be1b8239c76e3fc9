import type { IncomingMessage, ServerResponse } from 'node:http'
import { unknownHost } from '../../../contract/core/common-errors.ts'
import { repeatsHeader } from '../../../hosting/headers.ts'
import { errorBody, HttpError } from '../../core/http-error.ts'
import { notKept } from '../json-answer.ts'
import { makeLast } from './last-request.ts'

/** The same response that Node sends for a request that it cannot parse. */
export function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  status: 400 | 417,
): void {
  makeLast(request, response)
  response.writeHead(status).end()
}

const otherHost = JSON.stringify(errorBody(new HttpError(unknownHost, {})))

/** 421 Misdirected Request (RFC 9110, section 15.5.20). */
export function rejectHost(response: ServerResponse): void {
  response.writeHead(421, { 'Content-Type': 'application/json', ...notKept }).end(otherHost)
}

const known = new Set(['1.0', '1.1'])

/**
 * Detects requests that Node accepts but a proxy may parse differently, so that a request could be
 * smuggled in another or sent to another host (RFC 9112, sections 2.3, 3.2, 6.1 and 11.2).
 */
export function isUnclear({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  if (!known.has(httpVersion)) return true
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    return true
  }
  const hosts = countHosts(rawHeaders)
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1')
}

/** `rawHeaders` alternates names and values; `headers` contains only the first of two hosts. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let name = 0; name < rawHeaders.length; name += 2) {
    if (rawHeaders[name]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

/** Whether the proxy in front asks another server if this one gives no answer. */
export function isRepeated({ method = '', headers }: IncomingMessage): boolean {
  return ['GET', 'HEAD'].includes(method) && headers[repeatsHeader.toLowerCase()] !== undefined
}
