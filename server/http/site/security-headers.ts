import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import * as calls from '../../../contract/endpoints.ts'
import {
  closedHeaders,
  commonHeaders,
  type Headers,
  transportSecurity,
  transportSecurityHeader,
} from '../../../hosting/headers.ts'
import { hourMs, secondMs } from '../../core/clock.ts'
import { requestIdHeader } from '../connections/request-id.ts'
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

const shared = {
  allowMethods: ['GET', 'POST', 'DELETE'],
  allowHeaders: ['Authorization', 'Content-Type'],
  exposeHeaders: ['Link', 'Retry-After', requestIdHeader],
  maxAge: (2 * hourMs) / secondMs,
}

/**
 * Allows only the given origins to call the API from a browser. Tokens are sent in a header that a
 * page must set itself. Only calls of sign-in use cookies: one shows that this browser has signed in
 * before (decision 0025), one binds the second step to it (decision 0053).
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const withCookies = pathsWith('sendsCookies')
  const allowPlain = cors({ ...shared, origin: [...origins] })
  const allowWithCookies = cors({ ...shared, origin: [...origins], credentials: true })
  return async (context, next) => {
    const allow = withCookies.has(context.req.path) ? allowWithCookies : allowPlain
    const answer = await allow(context, next)
    // Overrides `same-origin` for these origins.
    if (origins.includes(context.req.header('origin') ?? '')) {
      const headers = answer?.headers ?? context.res.headers
      headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    }
    return answer
  }
}

/**
 * Allows pages of browser extensions to make the calls for extensions. The id in such an origin differs
 * with the store or the browser, so all may ask: a call needs the token, which no browser sends by itself.
 */
export function allowExtensions(): MiddlewareHandler {
  const paths = pathsWith('isForExtensions')
  const allow = cors({
    ...shared,
    // An extension asks for its knowledge with the tag that it has.
    allowHeaders: [...shared.allowHeaders, 'If-None-Match'],
    exposeHeaders: [...shared.exposeHeaders, 'ETag'],
    origin: (origin) => origin,
  })
  return async (context, next) => {
    // The preflight of any other origin ends here otherwise.
    const isAsked = ofExtension.test(context.req.header('origin') ?? '')
    return isAsked && paths.has(context.req.path) ? allow(context, next) : next()
  }
}

const ofExtension = /^(?:chrome|moz)-extension:\/\/[\w-]+$/

function pathsWith(property: 'sendsCookies' | 'isForExtensions'): ReadonlySet<string> {
  return new Set(
    Object.values(calls).flatMap((endpoint) =>
      property in endpoint ? [`/api${endpoint.path}`] : [],
    ),
  )
}
