import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  closedHeaders,
  commonHeaders,
  type Headers,
  transportSecurity,
  transportSecurityHeader,
} from '../../../hosting/headers.ts'
import { notKept } from '../json-answer.ts'

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

/** An HTML page of the API: it loads no resources, runs no scripts, and is not cached or indexed. */
export function secureHtml(page: { toString(): string }, policy: string, status: number): Response {
  return new Response(page.toString(), {
    status,
    headers: {
      ...notKept,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'X-Robots-Tag': 'noindex',
      // The address may contain a key, so it is never sent as a referrer.
      'Referrer-Policy': 'no-referrer',
    },
  })
}

/** A content security policy that allows only the page's own style sheet. */
export function policyForStyle(styleSheet: string): string {
  const hash = createHash('sha256').update(styleSheet).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
