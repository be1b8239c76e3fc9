import type { APIRoute, GetStaticPaths } from 'astro'
import { pathsOfLocales } from '../../../build/locales/locales.ts'
import type { Locale } from '../../../contract/core/locale.ts'

export const getStaticPaths = pathsOfLocales satisfies GetStaticPaths

/**
 * The first views of the screens that users land on after a sign-in (`landing-figures.ts`). Imported late,
 * because the styles of what this imports would stand in all pages.
 */
export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale } }) => {
  const { templateOf, views } = await import('../../../build/figures/views.ts')
  const parts = Object.entries(views).map(
    ([screen, view]) => `<div data-screen="${screen}">${templateOf(view.in(locale))}</div>`,
  )
  return new Response(parts.join(''), { headers: { 'content-type': 'text/plain' } })
}
