import type { APIRoute } from 'astro'

const publicPaths = ['/', '/privacy-policy']

export const GET: APIRoute = ({ site }) => {
  const urls = publicPaths.map((path) => `  <url><loc>${new URL(path, site)}</loc></url>`)
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`,
    { headers: { 'content-type': 'application/xml' } },
  )
}
