import type { APIRoute } from 'astro'

/** Pages behind the sign-in carry `noindex` themselves; a crawler has to read them to know. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap.xml', site)}\n`,
  )
