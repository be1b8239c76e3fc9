import { getCollection } from 'astro:content'
import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import { localizedPath } from '../lib/core/navigation/localized-path.ts'
import { content } from './entry.ts'
import { articlesPath, publicPosts } from './posts.ts'
import type { Page } from './schemas/page.ts'

export interface PublicPage {
  readonly path: `/${string}`
  readonly page: Page
}

/** The pages of src/content/pages in a language, in the order of the navigation. */
export async function publicPages(locale: Locale): Promise<PublicPage[]> {
  const entries = await getCollection('pages', ({ id }) => id.startsWith(`${locale}/`))
  return entries
    .map(({ id, data }): PublicPage => ({ path: `/${id.slice(locale.length + 1)}`, page: data }))
    .sort((one, other) => orderOf(one) - orderOf(other))
}

function orderOf({ page }: PublicPage): number {
  return page.navigation?.order ?? Number.POSITIVE_INFINITY
}

/** @throws Error if there is no such page */
export async function publicPage(path: string, locale: Locale): Promise<Page> {
  const found = (await publicPages(locale)).find((it) => it.path === path)
  if (found === undefined) throw new Error(`there is no page ${path} in ${locale}`)
  return found.page
}

export interface NavigationLink {
  readonly href: string
  readonly word: string
}

/** The pages that header and footer link to. */
export async function navigationLinks(locale: Locale): Promise<NavigationLink[]> {
  const links = (await publicPages(locale)).flatMap(({ path, page }) =>
    page.navigation === undefined
      ? []
      : [{ href: localizedPath(path, locale), word: page.navigation.label }],
  )
  if ((await publicPosts(locale)).length === 0) return links
  const { articles } = await content('site', locale)
  return [...links, { href: localizedPath(articlesPath, locale), word: articles.title }]
}

/** The paths of all public pages, which every language has. */
export async function listedPaths(): Promise<`/${string}`[]> {
  const pages = await publicPages(baseLocale)
  const posts = await publicPosts(baseLocale)
  const added = [...pages, ...posts].map(({ path }) => path)
  const list: `/${string}`[] = posts.length === 0 ? [] : [articlesPath]
  return list.concat('/', '/privacy-policy', added)
}
