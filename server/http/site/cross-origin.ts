import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import * as calls from '../../../contract/endpoints.ts'
import { hourMs, secondMs } from '../../core/clock.ts'
import { requestIdHeader } from '../connections/request-id.ts'

const withCookies: ReadonlySet<string> = new Set(
  Object.values(calls).flatMap((endpoint) =>
    'sendsCookies' in endpoint ? [`/api${endpoint.path}`] : [],
  ),
)

/**
 * Allows only the given origins to call the API from a browser. Tokens are sent in a header that a
 * page must set itself. Only calls of sign-in use cookies: one shows that this browser has signed in
 * before (decision 0025), one binds the second step to it (decision 0053).
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const shared = {
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type'],
    exposeHeaders: ['Link', 'Retry-After', requestIdHeader],
    maxAge: (2 * hourMs) / secondMs,
  }
  const allowPlain = cors(shared)
  const allowWithCookies = cors({ ...shared, credentials: true })
  return async (context, next) => {
    const allow = withCookies.has(context.req.path) ? allowWithCookies : allowPlain
    const answer = await allow(context, next)
    // Overrides `same-origin` for these origins; see security-headers.ts.
    if (origins.includes(context.req.header('origin') ?? '')) {
      const headers = answer?.headers ?? context.res.headers
      headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    }
    return answer
  }
}
