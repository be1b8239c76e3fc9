import type { APIRoute } from 'astro'
import { baseLocale } from '../../contract/locale.ts'
import { colours } from '../brand/colours.ts'
import { content } from '../content/entry.ts'
import { productName } from '../lib/format/product.ts'

export const GET: APIRoute = async () => {
  const { search } = await content('site', baseLocale)
  return Response.json(
    {
      name: productName,
      short_name: productName,
      description: search.description,
      start_url: '/app',
      display: 'standalone',
      background_color: colours.paper,
      theme_color: colours.paper,
      icons: [192, 512].map((size) => ({
        src: `/icons/${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  )
}
