import type { APIRoute } from 'astro'
import { localizedPath } from '../lib/navigation/localized-path.ts'
import { locales } from '../locales/locales.ts'

const publicPaths = ['/', '/privacy-policy'] as const

export const GET: APIRoute = ({ site }) => {
  const paths = locales.flatMap((locale) => publicPaths.map((path) => localizedPath(path, locale)))
  const urls = paths.map((path) => `  <url><loc>${new URL(path, site)}</loc></url>`)
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`,
    { headers: { 'content-type': 'application/xml' } },
  )
}
