import { createHash } from 'node:crypto'
import { notKept } from './json-answer.ts'

/** A page of the API's own: it loads nothing, runs nothing, is not kept and not found by search. */
export function secureHtml(page: { toString(): string }, policy: string, status: number): Response {
  return new Response(page.toString(), {
    status,
    headers: {
      ...notKept,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'X-Robots-Tag': 'noindex',
      // The address may be a key, so it goes to nobody else.
      'Referrer-Policy': 'no-referrer',
    },
  })
}

/** The only thing that counts on such a page is its one style sheet. */
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
