import type { APIRoute } from 'astro'
import { expiresMarker, securityTxtExpires } from '../../../hosting/security-txt.ts'
import { isForRelease } from '../../../hosting/setting-markers.ts'
import { supportEmail } from '../../lib/core/format/mail-link.ts'

export const GET: APIRoute = ({ site }) => {
  const expires = isForRelease(process.env) ? expiresMarker : securityTxtExpires(new Date())
  return new Response(
    `Contact: mailto:${supportEmail}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${new URL('/.well-known/security.txt', site)}
`,
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  )
}
