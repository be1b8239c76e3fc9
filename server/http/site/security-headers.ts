import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  closedHeaders,
  commonHeaders,
  type Headers,
  transportSecurity,
  transportSecurityHeader,
} from '../../../hosting/headers.ts'

const strictest = Object.entries({ ...commonHeaders, ...closedHeaders })
const strictestOverTls = [...strictest, ...Object.entries(transportSecurity)]

/** Sets the strictest headers on every response; pages relax what they need (`site.ts`). */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of isOverTls(request) ? strictestOverTls : strictest) {
    response.setHeader(name, value)
  }
}

/**
 * The server speaks plain HTTP, so it sends HSTS only if a proxy reports that it terminated TLS.
 * Forging that header without TLS has no effect, because browsers then ignore HSTS.
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
