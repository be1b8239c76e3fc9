import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { hourMs, secondMs } from '../clock.ts'

/**
 * Lets the named sites call the API from a browser, and no others. Tokens travel in a header that
 * a page has to set by itself, so that no cookies and no credentials mode are needed.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type'],
    exposeHeaders: ['Link', 'Retry-After'],
    maxAge: (2 * hourMs) / secondMs,
  })
  return async (context, next) => {
    const answer = await allow(context, next)
    // The header for everything else says same-origin; see security-headers.ts.
    if (origins.includes(context.req.header('origin') ?? '')) {
      const headers = answer?.headers ?? context.res.headers
      headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    }
    return answer
  }
}
