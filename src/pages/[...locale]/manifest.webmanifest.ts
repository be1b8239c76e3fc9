import type { APIRoute, GetStaticPaths } from 'astro'
import { directionOf, pathsOfLocales } from '../../../build/locales/locales.ts'
import { colours } from '../../../build/pictures/colours.ts'
import type { Locale } from '../../../contract/core/locale.ts'
import { content } from '../../content/entry.ts'
import { productNameIn } from '../../lib/core/i18n/product.ts'
import { localizedPath } from '../../lib/core/navigation/localized-path.ts'

export const getStaticPaths = pathsOfLocales satisfies GetStaticPaths

export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale } }) => {
  const { search } = await content('site', locale)
  const name = productNameIn(locale)
  return Response.json(
    {
      name,
      short_name: name,
      lang: locale,
      dir: directionOf(locale),
      description: search.description,
      start_url: localizedPath('/app', locale),
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
