import type { APIRoute, GetStaticPaths } from 'astro'
import { baseLocale, type Locale, locales } from '../../../../contract/core/locale.ts'
import { content } from '../../../content/entry.ts'
import { articlesPath, feedPath, publicPosts, tabTitle } from '../../../content/posts.ts'
import { localizedPath } from '../../../lib/core/navigation/localized-path.ts'

interface FeedEntry {
  readonly title: string
  readonly url: string
  /** year-month-day */
  readonly date: string
  readonly author: string
  readonly summary: string
}

interface Feed {
  readonly title: string
  readonly language: string
  /** Its own address. */
  readonly url: string
  /** The page that lists the articles. */
  readonly page: string
  /** The newest first, and at least one. */
  readonly entries: readonly FeedEntry[]
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** An Atom feed (RFC 4287). The address of an entry is its id. */
export function atomFeed({ title, language, url, page, entries }: Feed): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">
<title>${escapeXml(title)}</title>
<id>${escapeXml(page)}</id>
<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
<updated>${entries[0]?.date}T00:00:00Z</updated>
${entries.map(atomEntry).join('\n')}
</feed>
`
}

function atomEntry({ title, url, date, author, summary }: FeedEntry): string {
  return `<entry>
<title>${escapeXml(title)}</title>
<id>${escapeXml(url)}</id>
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
<published>${date}T00:00:00Z</published>
<updated>${date}T00:00:00Z</updated>
<author><name>${escapeXml(author)}</name></author>
<summary>${escapeXml(summary)}</summary>
</entry>`
}

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
