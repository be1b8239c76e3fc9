import { fileURLToPath } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'
import { isDraft, readPageFiles } from './page-files.ts'
import { readPostFiles } from './post-files.ts'

/** The pages of src/content/pages and their translations: one entry for each language of the build. */
export function pageFolder(): Loader {
  return folderLoader('page-folder', /[\\/]pages[\\/][^\\/]+\.yaml$/, async (context, root) => {
    const { pages, problems } = readPageFiles(root)
    if (problems.length > 0) throw new ContentErrors(problems)
    context.store.clear()
    for (const { id, shown, draft } of editionsOf(pages, context)) {
      context.store.set({ id, data: { ...shown.page, draft } })
    }
  })
}

/** The articles of src/content/posts and their translations: one entry for each language of the build. */
export function postFolder(): Loader {
  const changes = /[\\/](?:posts|pictures)[\\/][^\\/]+$/
  return folderLoader('post-folder', changes, async (context, root) => {
    const { posts, problems } = await readPostFiles(root)
    if (problems.length > 0) throw new ContentErrors(problems)
    const files = posts.map((file) => ({ ...file, draft: file.post.draft }))
    context.store.clear()
    for (const { id, shown, draft } of editionsOf(files, context)) {
      const { post, text, html } = shown
      context.store.set({ id, data: { ...post, draft }, body: text, rendered: { html } })
    }
  })
}

/** @param changes the files after whose change the folder is read again */
function folderLoader(
  name: string,
  changes: RegExp,
  read: (context: LoaderContext, root: string) => Promise<void>,
): Loader {
  return {
    name,
    load: async (context) => {
      const root = fileURLToPath(context.config.root)
      await read(context, root)
      for (const event of ['change', 'add', 'unlink'] as const) {
        context.watcher?.on(event, (changed) => {
          if (!changes.test(changed)) return
          read(context, root).catch((error: unknown) => context.logger.error(String(error)))
        })
      }
    },
  }
}

interface TranslatedFile {
  readonly slug: string
  readonly locale: Locale
  readonly draft: boolean | undefined
}

/** The fields that each language shows of a page or an article. */
function editionsOf<File extends TranslatedFile>(
  files: readonly File[],
  { watcher }: Pick<LoaderContext, 'watcher'>,
): { readonly id: string; readonly shown: File; readonly draft: boolean }[] {
  return [...new Set(files.map(({ slug }) => slug))].flatMap((slug) => {
    const draft = isDraft(slug, files)
    // Only npm run dev watches files: a build has no drafts, whatever its environment says.
    if (draft && watcher === undefined) return []
    const own = files.filter((it) => it.slug === slug)
    // A draft that is not translated has the words that there are.
    const inLocale = (locale: Locale) => own.find((it) => it.locale === locale)
    return locales.flatMap((locale) => {
      const shown = inLocale(locale) ?? inLocale(baseLocale) ?? own[0]
      return shown === undefined ? [] : [{ id: `${locale}/${slug}`, shown, draft }]
    })
  })
}

/** Stops the build with the problems of all files at once. */
export class ContentErrors extends Error {
  override name = 'ContentError'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.stack = ''
  }
}
