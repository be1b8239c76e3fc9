import { type CollectionEntry, getCollection } from 'astro:content'
import type { Locale } from '../../contract/core/locale.ts'
import { productNameIn } from '../lib/core/i18n/product.ts'
import { localizedPath } from '../lib/core/navigation/localized-path.ts'
import type { Post } from './schemas/post.ts'

export interface PublicPost {
  readonly path: `/articles/${string}`
  readonly post: Post
  readonly entry: CollectionEntry<'posts'>
}

/** The page that lists the articles, once there is one. */
export const articlesPath = '/articles'

/** The articles in a language, the newest first. */
export async function publicPosts(locale: Locale): Promise<PublicPost[]> {
  const entries = await getCollection('posts', ({ id }) => id.startsWith(`${locale}/`))
  return entries
    .map(
      (entry): PublicPost => ({
        path: `${articlesPath}/${entry.id.slice(locale.length + 1)}`,
        post: entry.data,
        entry,
      }),
    )
    .sort((one, other) => other.post.date.localeCompare(one.post.date))
}

/** The picture of an article's shared links. */
export function picturePath(name: string): string {
  return `/pictures/${name}`
}

/** The address of the feed in a language. */
export function feedPath(locale: Locale): string {
  return localizedPath(`${articlesPath}/feed.xml`, locale)
}

/** `Title | Aman`, as the browser's tab has it. */
export function tabTitle(title: string, locale: Locale): string {
  return `${title} | ${productNameIn(locale)}`
}
