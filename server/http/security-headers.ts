import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  closedHeaders,
  commonHeaders,
  type Headers,
  transportSecurity,
  transportSecurityHeader,
} from '../../hosting/headers.ts'

const strictest = { ...commonHeaders, ...closedHeaders, ...transportSecurity }

/** On every answer: the strictest first, so that pages alone open what they need (`site.ts`). */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  setHeaders(request, response, strictest)
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
  const isSecure = /^https\b/.test(String(request.headers['x-forwarded-proto']))
  for (const [name, value] of Object.entries(headers)) {
    if (name !== transportSecurityHeader || isSecure) response.setHeader(name, value)
  }
}
