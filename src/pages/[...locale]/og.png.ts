import type { APIRoute, GetStaticPaths } from 'astro'
import { directionOf, pathsOfLocales } from '../../../build/locales/locales.ts'
import { pngResponse } from '../../../build/pictures/png.ts'
import { shareImageSvg } from '../../../build/pictures/share-image.ts'
import type { Locale } from '../../../contract/core/locale.ts'
import { content } from '../../content/entry.ts'

export const getStaticPaths = pathsOfLocales satisfies GetStaticPaths

/** The image of shared links, with the text of the front page. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale } }) => {
  const { hero, figures } = await content('landing', locale)
  return pngResponse(shareImageSvg(hero, figures, directionOf(locale)))
}
