import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import type { z } from 'astro/zod'
import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'
import { checkContent } from './check.ts'
import { furtherChecks } from './files.ts'

type Content = Record<string, unknown>

/** A collection from one YAML file and its translations, with an entry for each language of the build. */
export function yamlFile(name: string, schema: z.ZodType<Content>): Loader {
  return {
    name: `yaml-file:${name}`,
    load: async ({ config, store, watcher, logger }) => {
      const read = async () => {
        for (const locale of locales) {
          store.set({ id: locale, data: await readContent(config.root, name, locale, schema) })
        }
      }
      await read()
      const paths = locales.map((locale) => fileURLToPath(contentUrl(config.root, name, locale)))
      // Some editors save by replacing the file.
      for (const event of ['change', 'add', 'unlink'] as const) {
        watcher?.on(event, (changed) => {
          if (!paths.includes(changed)) return
          read().catch((error: unknown) => logger.error(String(error)))
        })
      }
    },
  }
}

/** `src/content/faq.yaml`, and `src/content/<locale>/faq.yaml` in other languages. */
export function contentFile(name: string, locale: Locale): string {
  return `src/content/${locale === baseLocale ? '' : `${locale}/`}${name}.yaml`
}

const contentUrl = (root: URL, name: string, locale: Locale) =>
  new URL(contentFile(name, locale), root)

/**
 * The content of a file in a language; a file that is not translated is in English.
 * @throws ContentError with all problems and their lines
 */
export async function readContent(
  root: URL,
  name: string,
  locale: Locale,
  schema: z.ZodType<Content>,
): Promise<Content> {
  const source = await readIfThere(contentUrl(root, name, locale))
  if (source !== undefined || locale === baseLocale) {
    const file = contentFile(name, locale)
    const content = checkContent(file, source, schema)
    await furtherChecks[name]?.(file, source ?? '', content)
    return content
  }
  return readContent(root, name, baseLocale, schema)
}

async function readIfThere(url: URL): Promise<string | undefined> {
  return existsSync(url) ? readFile(url, 'utf8') : undefined
}
