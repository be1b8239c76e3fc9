import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  closedHeaders,
  commonHeaders,
  type Headers,
  transportSecurity,
  transportSecurityHeader,
} from '../../hosting/headers.ts'

const strictest = Object.entries({ ...commonHeaders, ...closedHeaders })
const strictestOverTls = [...strictest, ...Object.entries(transportSecurity)]

/** On every answer: the strictest first, so that pages alone open what they need (`site.ts`). */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of isOverTls(request) ? strictestOverTls : strictest) {
    response.setHeader(name, value)
  }
}

/**
 * The server speaks plain HTTP, so a promise of TLS is sent only where a proxy says that it ended
 * TLS. Who forges that header without TLS changes nothing: browsers ignore the promise there.
 */
export function setHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Headers,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name !== transportSecurityHeader || isOverTls(request)) response.setHeader(name, value)
  }
}

function isOverTls({ headers }: IncomingMessage): boolean {
  const scheme = headers['x-forwarded-proto']
  return scheme !== undefined && /^https\b/.test(String(scheme))
}
