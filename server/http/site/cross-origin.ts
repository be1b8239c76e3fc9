import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import * as calls from '../../../contract/endpoints.ts'
import { hourMs, secondMs } from '../../core/clock.ts'
import { requestIdHeader } from '../connections/request-id.ts'

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
    // Overrides `same-origin` for these origins; see secure-html.ts.
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
