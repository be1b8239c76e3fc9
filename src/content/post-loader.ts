import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { baseLocale, locales } from '../../contract/core/locale.ts'
import { isDraft } from './page-files.ts'
import { ContentErrors } from './page-loader.ts'
import { readPostFiles } from './post-files.ts'

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
          // As in page-loader.ts: a build has no drafts.
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
