import type { APIRoute, GetStaticPaths } from 'astro'
import { baseLocale, type Locale, locales } from '../../../../contract/core/locale.ts'
import { content } from '../../../content/entry.ts'
import { atomFeed } from '../../../content/feed.ts'
import { articlesPath, feedPath, publicPosts, tabTitle } from '../../../content/posts.ts'
import { localizedPath } from '../../../lib/core/navigation/localized-path.ts'

/* There is no feed without an article. */
export const getStaticPaths = (async () => {
  if ((await publicPosts(baseLocale)).length === 0) return []
  return locales.map((locale) => ({
    params: { locale: locale === baseLocale ? undefined : locale },
    props: { locale },
  }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale }, site }) => {
  const { articles } = await content('site', locale)
  const address = (path: string) => new URL(path, site).href
  const feed = atomFeed({
    title: tabTitle(articles.title, locale),
    language: locale,
    url: address(feedPath(locale)),
    page: address(localizedPath(articlesPath, locale)),
    entries: (await publicPosts(locale)).map(({ path, post }) => ({
      ...post,
      url: address(localizedPath(path, locale)),
    })),
  })
  return new Response(feed, { headers: { 'content-type': 'application/atom+xml' } })
}
