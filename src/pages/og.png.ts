import type { APIRoute } from 'astro'
import { baseLocale } from '../../contract/locale.ts'
import { pngResponse } from '../brand/png.ts'
import { shareImageSvg } from '../brand/share-image.ts'
import { content } from '../content/entry.ts'

/** The image of shared links, with the text of the front page. */
export const GET: APIRoute = async () => {
  const { hero, figures } = await content('landing', baseLocale)
  return pngResponse(shareImageSvg(hero, figures))
}
