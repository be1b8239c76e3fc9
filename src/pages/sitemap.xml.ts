import type { APIRoute } from 'astro'
import { hreflangsOf } from '../../build/locales/alternates.ts'
import { listedPaths } from '../content/pages.ts'

export const GET: APIRoute = async ({ site }) => {
  const urls = (await listedPaths()).flatMap((path) => {
    const alternates = hreflangsOf(path).map(({ hreflang, path: other }) => ({
      hreflang,
      address: new URL(other, site).href,
    }))
    const links = alternates.map(
      ({ hreflang, address }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address}"/>`,
    )
    return alternates
      .filter(({ hreflang }) => hreflang !== 'x-default')
      .map(({ address }) => `  <url><loc>${address}</loc>${links.join('')}</url>`)
  })
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`,
    { headers: { 'content-type': 'application/xml' } },
  )
}
