import { createHash } from 'node:crypto'
import { notKept } from '../json-answer.ts'

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
