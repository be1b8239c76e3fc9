import type { APIRoute } from 'astro'
import { catalogueName, catalogueOf, catalogueParts } from './catalogue.ts'
import { localesInPaths } from './locales.ts'

export function getStaticPaths() {
  return localesInPaths.flatMap((locale) =>
    catalogueParts.map((part) => ({
      params: { catalogue: catalogueName(locale, part) },
      props: { locale, part },
    })),
  )
}

export const GET: APIRoute = ({ props }) =>
  new Response(catalogueOf(props.locale, props.part), {
    headers: { 'content-type': 'application/json' },
  })
