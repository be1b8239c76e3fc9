import type { APIRoute } from 'astro'
import { supportEmail } from '../../lib/core/format/contact.ts'

/** RFC 9116 recommends less than a year. */
const validDays = 300

export const GET: APIRoute = ({ site }) => {
  const expires = new Date()
  expires.setUTCDate(expires.getUTCDate() + validDays)
  expires.setUTCHours(0, 0, 0, 0)
  return new Response(
    `Contact: mailto:${supportEmail}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${new URL('/.well-known/security.txt', site)}
`,
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  )
}
