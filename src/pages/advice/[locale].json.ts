import type { APIRoute, GetStaticPaths } from 'astro'
import { type Locale, locales } from '../../../contract/core/locale.ts'
import { content } from '../../content/entry.ts'

export const getStaticPaths = (() =>
  locales.map((locale) => ({ params: { locale }, props: { locale } }))) satisfies GetStaticPaths

/**
 * A team lead's advice to a member, by the kind of attack; the dashboard reads it when it is
 * needed.
 */
export const GET: APIRoute<{ locale: Locale }> = async ({ props }) => {
  const { greeting, ...kinds } = await content('advice', props.locale)
  return Response.json({ greeting, kinds })
}
