import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'
import { isDraft, type PageFile, readPageFiles } from './page-files.ts'
import { readPostFiles } from './post-files.ts'
import type { Page } from './schemas/page.ts'

/** The pages of src/content/pages and their translations: one entry for each language of the build. */
export function pageFolder(): Loader {
  return {
    name: 'page-folder',
    load: async ({ config, store, watcher, logger }) => {
      const root = fileURLToPath(config.root)
      const read = () => {
        const { pages, problems } = readPageFiles(root)
        if (problems.length > 0) throw new ContentErrors(problems)
        const slugs = new Set(pages.map(({ slug }) => slug))
        store.clear()
        for (const slug of slugs) {
          // Only npm run dev watches files: a build has no drafts, whatever its environment says.
          const draft = isDraft(slug, pages)
          if (draft && watcher === undefined) continue
          for (const locale of locales) {
            const data = pageIn(locale, slug, pages)
            store.set({ id: `${locale}/${slug}`, data: { ...data, draft } })
          }
        }
      }
      read()
      for (const event of ['change', 'add', 'unlink'] as const) {
        watcher?.on(event, (changed) => {
          if (!/[\\/]pages[\\/][^\\/]+\.yaml$/.test(changed)) return
          try {
            read()
          } catch (error) {
            logger.error(String(error))
          }
        })
      }
    },
  }
}

/** Stops the build with the problems of all files at once. */
export class ContentErrors extends Error {
  override name = 'ContentError'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.stack = ''
  }
}

/** A page in a language. A draft that is not translated is shown in the language that it has. */
function pageIn(locale: Locale, slug: string, pages: readonly PageFile[]): Page {
  const files = pages.filter((it) => it.slug === slug)
  const english = files.find((it) => it.locale === baseLocale)
  const own = files.find((it) => it.locale === locale) ?? english ?? files[0]
  if (own === undefined) throw new Error(`${slug} has no file`)
  return own.page
}

/** The articles of src/content/posts and their translations: one entry for each language of the build. */
export function postFolder(): Loader {
  return {
    name: 'post-folder',
    load: async ({ config, store, watcher, logger }) => {
      const root = fileURLToPath(config.root)
      const read = async () => {
        const { posts, problems } = await readPostFiles(root)
        if (problems.length > 0) throw new ContentErrors(problems)
        const drafts = posts.map(({ slug, post }) => ({ slug, draft: post.draft }))
        store.clear()
        for (const slug of new Set(posts.map((it) => it.slug))) {
          const draft = isDraft(slug, drafts)
          // As in pageFolder: a build has no drafts.
          if (draft && watcher === undefined) continue
          const files = posts.filter((it) => it.slug === slug)
          const english = files.find((it) => it.locale === baseLocale)
          for (const locale of locales) {
            // A draft that is not translated has the words that there are.
            const own = files.find((it) => it.locale === locale)
            const shown = own ?? english ?? files[0]
            if (shown === undefined) continue
            store.set({
              id: `${locale}/${slug}`,
              data: { ...shown.post, draft },
              body: shown.text,
              rendered: { html: shown.html },
            })
          }
        }
      }
      await read()
      for (const event of ['change', 'add', 'unlink'] as const) {
        watcher?.on(event, (changed) => {
          if (!/[\\/](?:posts|pictures)[\\/][^\\/]+$/.test(changed)) return
          read().catch((error: unknown) => logger.error(String(error)))
        })
      }
    },
  }
}
