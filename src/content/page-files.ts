import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'
import { checkContent, lineOfField } from './check.ts'
import { ContentError } from './rules/finding.ts'
import { type Page, pageSchema } from './schemas/page.ts'

/** How the last part of an address may look. */
const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Addresses that server and build answer beside the files in src/pages. */
const answeredElsewhere = ['api', 'assets', 'index', 'app', ...locales]

let reserved: ReadonlySet<string> | undefined

/** Whether the site has another page or file at this address: `login`, `dashboard`. */
function isReserved(slug: string): boolean {
  reserved ??= new Set([
    ...answeredElsewhere,
    ...readdirSync(join(import.meta.dirname, '../pages')).map((name) => name.replace(/\..*$/, '')),
  ])
  return reserved.has(slug)
}

export interface PageFile {
  readonly slug: string
  readonly locale: Locale
  /** From the root of the repository, for messages. */
  readonly file: string
  readonly page: Page
  readonly draft: boolean | undefined
  readonly source: string
}

export interface PageFiles {
  readonly pages: readonly PageFile[]
  /** Problems that stop a build, as blocks of text for editors. */
  readonly problems: readonly string[]
}

/** `src/content/pages`, and `src/content/<locale>/pages` in other languages. */
export function folderOf(kind: 'pages' | 'posts', locale: Locale): string {
  return `src/content/${locale === baseLocale ? '' : `${locale}/`}${kind}`
}

/** Reads the pages of all languages and checks each, and them together. */
export function readPageFiles(root: string): PageFiles {
  const problems: string[] = []
  const pages = locales.flatMap((locale) =>
    namesIn(join(root, folderOf('pages', locale))).flatMap((name): PageFile[] => {
      const file = `${folderOf('pages', locale)}/${name}`
      try {
        const slug = slugOf(file, name, '.yaml')
        const source = readFileSync(join(root, file), 'utf8')
        const page = checkContent(file, source, pageSchema)
        return [{ slug, locale, file, source, page, draft: page.draft }]
      } catch (error) {
        problems.push(messageOf(error))
        return []
      }
    }),
  )
  for (const page of pages) {
    try {
      checkTranslated(page, pages, root, 'pages')
      checkPlace(page, pages)
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  return { pages, problems }
}

export function namesIn(folder: string): string[] {
  // Editors and systems keep files of their own there, whose names begin with a dot.
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : `${error}`)

/**
 * The last part of a page's address, which is the name of its file.
 * @throws ContentError if it cannot be an address, or belongs to another page
 */
export function slugOf(file: string, name: string, ending: '.yaml' | '.md'): string {
  const slug = name.slice(0, -ending.length)
  if (!name.endsWith(ending) || !slugForm.test(slug)) {
    throw fileError(
      file,
      `its name is no address`,
      `small letters, digits and hyphens, then ${ending}`,
    )
  }
  if (ending === '.yaml' && isReserved(slug)) {
    throw fileError(file, `/${slug} is another page of the site`, 'another name')
  }
  return slug
}

function fileError(file: string, problem: string, expected: string): ContentError {
  return new ContentError(file, [{ line: 1, field: 'the file', problem, expected }])
}

interface Translated {
  readonly slug: string
  readonly locale: Locale
  readonly file: string
  readonly draft?: boolean | undefined
}

/** A page or article is a draft in every language as long as one of its files says so. */
export function isDraft(
  slug: string,
  files: readonly Pick<Translated, 'slug' | 'draft'>[],
): boolean {
  return files.some((it) => it.slug === slug && it.draft === true)
}

/** @throws ContentError if what is published is not in every language */
export function checkTranslated(
  { slug, locale, file }: Translated,
  all: readonly Translated[],
  root: string,
  kind: 'pages' | 'posts',
): void {
  for (const other of locales) {
    const otherFile = `${folderOf(kind, other)}/${slug}.${kind === 'pages' ? 'yaml' : 'md'}`
    if (other === locale || existsSync(join(root, otherFile)) || isDraft(slug, all)) continue
    const expected = `${otherFile}, which is the same in the other language, or draft: true`
    throw fileError(file, `it is only in ${locale}`, expected)
  }
}

/** @throws ContentError */
function checkPlace(it: PageFile, pages: readonly PageFile[]): void {
  const { slug, locale, file, page, source } = it
  if (page.type === 'accuracy' && slug !== 'accuracy') {
    throw new ContentError(file, [
      {
        line: lineOfField(source, ['type']),
        field: 'type',
        problem: 'is accuracy, which only /accuracy is: figures of measurements stand there alone',
        expected: 'another type',
      },
    ])
  }
  const english = pages.find((other) => other.slug === slug && other.locale === baseLocale)
  const order = page.navigation?.order
  if (english !== undefined && english.page.navigation?.order !== order) {
    throw new ContentError(file, [
      {
        line: lineOfField(source, ['navigation', 'order']),
        field: 'navigation.order',
        problem: `is not that of ${english.file}`,
        expected:
          english.page.navigation === undefined
            ? 'no navigation, as there'
            : `order: ${english.page.navigation.order}, as there`,
      },
    ])
  }
  const same = pages.find(
    (other) =>
      other !== it &&
      other.locale === locale &&
      order !== undefined &&
      other.page.navigation?.order === order,
  )
  if (same !== undefined && same.slug < slug) {
    throw new ContentError(file, [
      {
        line: lineOfField(source, ['navigation', 'order']),
        field: 'navigation.order',
        problem: `is ${order}, which is the place of ${same.file}`,
        expected: 'a number of its own',
      },
    ])
  }
}
