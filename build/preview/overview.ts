import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'
import { contentSchemas } from '../../src/content/files.ts'
import { isDraft, readPageFiles } from '../../src/content/page-files.ts'
import { readPostFiles } from '../../src/content/post-files.ts'

interface Edition {
  readonly locale: Locale
  /** From the root of the repository. */
  readonly file: string
  readonly isThere: boolean
  /** Fields that only one of the languages has: `sections[3].lead`. */
  readonly missing: readonly string[]
}

/** One page, article or content file in all languages. */
export interface Listed {
  /** undefined for a file whose words are on several pages */
  readonly path: `/${string}` | undefined
  readonly title: string
  readonly isDraft: boolean
  readonly editions: readonly Edition[]
}

interface Source {
  readonly slug: string
  readonly locale: Locale
  readonly file: string
  readonly data: { readonly title: string; readonly draft?: boolean | undefined }
}

/** All that marketing edits, for the list in `npm run dev`. */
export async function listContent(root: string): Promise<Listed[]> {
  const pages = readPageFiles(root).pages.map((it): Source => ({ ...it, data: it.page }))
  const { posts } = await readPostFiles(root)
  const articles = posts.map((it): Source => ({ ...it, data: it.post }))
  return [
    ...Object.keys(contentSchemas).map((name) => listFile(root, name)),
    ...listFolder(pages, 'pages', ''),
    ...listFolder(articles, 'posts', '/articles'),
  ]
}

const pathOfFile: Readonly<Record<string, `/${string}`>> = {
  landing: '/',
  'privacy-policy': '/privacy-policy',
}

function listFile(root: string, name: string): Listed {
  const files = locales.map((locale) => ({ locale, file: `${folderIn(locale)}${name}.yaml` }))
  const read = files.map(({ file }): unknown =>
    existsSync(join(root, file)) ? parse(readFileSync(join(root, file), 'utf8')) : undefined,
  )
  return {
    path: pathOfFile[name],
    title: name,
    isDraft: false,
    editions: files.map(({ locale, file }, index) => ({
      locale,
      file,
      isThere: read[index] !== undefined,
      missing: missingIn(read[index], read),
    })),
  }
}

const folderIn = (locale: Locale) => `src/content/${locale === baseLocale ? '' : `${locale}/`}`

function listFolder(sources: readonly Source[], folder: string, parent: string): Listed[] {
  const slugs = [...new Set(sources.map(({ slug }) => slug))]
  return slugs.map((slug) => {
    const files = sources.filter((it) => it.slug === slug)
    const drafts = files.map(({ data }) => ({ slug, draft: data.draft }))
    const ending = folder === 'pages' ? 'yaml' : 'md'
    return {
      path: `/${`${parent}/${slug}`.slice(1)}`,
      title: files[0]?.data.title ?? slug,
      isDraft: isDraft(slug, drafts),
      editions: locales.map((locale) => {
        const own = files.find((it) => it.locale === locale)
        return {
          locale,
          file: own?.file ?? `${folderIn(locale)}${folder}/${slug}.${ending}`,
          isThere: own !== undefined,
          missing: missingIn(
            own?.data,
            files.map(({ data }) => data),
          ),
        }
      }),
    }
  })
}

/** The fields that other languages have and this one has not. What is not there at all lacks none. */
function missingIn(own: unknown, all: readonly unknown[]): string[] {
  if (own === undefined) return []
  const there = new Set(fieldsOf(own))
  const wanted = new Set(all.flatMap((it) => fieldsOf(it)))
  return [...wanted].filter((field) => !there.has(field) && !field.startsWith('figures'))
}

function fieldsOf(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((it, index) => fieldsOf(it, `${name}[${index + 1}]`))
  }
  if (typeof value !== 'object' || value === null) return name === '' ? [] : [name]
  return Object.entries(value).flatMap(([key, it]) => {
    if (it === undefined || key === 'draft') return []
    return fieldsOf(it, name === '' ? key : `${name}.${key}`)
  })
}
