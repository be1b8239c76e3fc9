import type { APIRoute } from 'astro'
import { catalogueName, catalogueOf } from './catalogue.ts'
import { otherLocales } from './locales.ts'

export function getStaticPaths() {
  return otherLocales.map((locale) => ({
    params: { catalogue: catalogueName(locale) },
    props: { locale },
  }))
}

export const GET: APIRoute = ({ props }) =>
  new Response(catalogueOf(props.locale), { headers: { 'content-type': 'application/json' } })
