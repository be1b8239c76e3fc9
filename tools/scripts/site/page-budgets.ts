import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { Screen } from '../../../src/lib/core/navigation/screens.ts'

interface PageBudget {
  readonly page: string
  readonly limitBytes: number
  /** The content files that the page shows. */
  readonly content: readonly string[]
}

/**
 * Compressed with brotli. A first TCP window is 14.6 kB: the first view of a public page must fit
 * into it with its headers.
 */
export const pageBudgets: readonly PageBudget[] = [
  { page: 'index.html', limitBytes: 12_000, content: ['landing', 'faq', 'site'] },
  { page: 'ar/index.html', limitBytes: 12_000, content: ['ar/landing', 'ar/faq', 'ar/site'] },
  { page: 'privacy-policy/index.html', limitBytes: 9_000, content: ['site'] },
]

const marketingLimitBytes = 12_000

/** The pages that marketing adds, as far as they are in a built site: drafts are not. */
export function budgetsOfPages(root: string, site: string): PageBudget[] {
  const patterns = ['pages/*.yaml', 'posts/*.md', '*/pages/*.yaml', '*/posts/*.md']
  const files = globSync(patterns, { cwd: join(root, 'src/content') })
  return files.sort(englishFirst).flatMap((file) => {
    // Articles lie in `posts`, and their pages below /articles/.
    const path = file.replace(/pages\//, '').replace(/posts\//, 'articles/')
    const page = path.replace(/\.\w+$/, '/index.html')
    if (!existsSync(join(site, page))) return []
    return [{ page, limitBytes: marketingLimitBytes, content: [file] }]
  })
}

function englishFirst(one: string, other: string): number {
  const depth = (file: string) => file.split('/').length
  return depth(one) - depth(other) || one.localeCompare(other)
}

/** A page behind the sign-in, or the sign-in itself, with the styles of its first view. */
export const accountPageLimitBytes = 11_000
/**
 * With first figures (decision 0130), about as much as the first TCP window.
 */
const pagesWithFigures: Partial<Record<Screen, number>> = {
  admin: 14_000,
  employee: 14_200,
  team: 14_000,
}

export function pageLimitBytesOf(screen: Screen): number {
  return pagesWithFigures[screen] ?? accountPageLimitBytes
}

/** Scripts of a dashboard that are fetched before its content can be shown, compressed with brotli. */
const screenLimitBytes = 90_000
const largerScreens: Partial<Record<Screen, number>> = {
  admin: 94_000,
  employee: 90_200,
  people: 90_200,
}

export function limitBytesOf(screen: Screen): number {
  return largerScreens[screen] ?? screenLimitBytes
}

/** A character of our texts takes about a third of a byte when compressed. */
const charactersPerByte = 3
const shownTexts = 5

/**
 * @param site the folder of the built site
 * @returns for each page over its budget what to shorten, in words for the person who edits the content
 */
export function overweight(root: string, site: string): string[] {
  return [...pageBudgets, ...budgetsOfPages(root, site)].flatMap(
    ({ page, limitBytes, content }) => {
      const bytes = brotliCompressSync(readFileSync(join(site, page))).length
      if (bytes <= limitBytes) return []
      const texts = content.flatMap((name) =>
        textsOf(root, `src/content/${name.includes('.') ? name : `${name}.yaml`}`),
      )
      const longest = texts.sort((one, other) => other.length - one.length).slice(0, shownTexts)
      const characters = Math.ceil(((bytes - limitBytes) * charactersPerByte) / 10) * 10
      return [
        `The page ${page} is too long: it weighs ${bytes} bytes, ${limitBytes} are allowed.`,
        `Shorten its texts by about ${characters} characters. The longest are:`,
        ...longest.map(
          ({ file, line, field, length }) =>
            `  ${file}, line ${line}: ${field}, ${length} characters`,
        ),
      ]
    },
  )
}

function textsOf(root: string, file: string) {
  if (file.endsWith('.md')) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.map(({ length }, index) => ({ file, line: index + 1, field: 'text', length }))
  }
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(join(root, file), 'utf8'), { lineCounter: lines })
  const found: { file: string; line: number; field: string; length: number }[] = []
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string') return
      const { line } = lines.linePos(value.range?.[0] ?? 0)
      found.push({ file, line, field: String(key.value), length: value.value.length })
    },
  })
  return found
}
