import type { APIRoute } from 'astro'

/** Pages behind the sign-in have `noindex`, which crawlers see only if they may read the pages. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap.xml', site)}\n`,
  )
