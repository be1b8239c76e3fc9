import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { baseLocale, locales } from '../../contract/core/locale.ts'
import { attribute, elementsOf } from '../../hosting/page.ts'
import { ContentErrors } from './folder-loaders.ts'
import { folderOf } from './page-files.ts'
import { ContentError } from './rules/finding.ts'

interface BuiltPage {
  /** From the folder of the site: `ar/pricing/index.html`. */
  readonly file: string
  /** `/ar/pricing/` */
  readonly path: string
  readonly links: readonly string[]
  readonly ids: ReadonlySet<string>
}

/** The server answers beneath it. */
const callsPath = /^\/api(?:\/|$)/

/**
 * Links of a built site to pages, parts of pages and files of it that do not exist.
 * @param root the project's folder, whose content is named in the messages
 * @returns a block of text for each
 */
export function findBrokenLinks(site: string, root: string): string[] {
  const pages = globSync('**/*.html', { cwd: site })
    .sort()
    .map((file) => readPage(site, file))
  const idsOf = new Map(pages.map(({ path, ids }) => [path, ids]))
  return pages.flatMap((page) =>
    [...new Set(page.links)].flatMap((link) => {
      const missing = missingTarget(link, page, site, idsOf)
      return missing === undefined ? [] : [messageFor(page, link, missing, root)]
    }),
  )
}

function readPage(site: string, file: string): BuiltPage {
  const elements = elementsOf(readFileSync(join(site, file), 'utf8'))
  return {
    file,
    path: `/${file.replace(/index\.html$/, '')}`,
    links: elements.flatMap((it) => (it.tagName === 'a' ? (attribute(it, 'href') ?? []) : [])),
    ids: new Set(elements.flatMap((it) => attribute(it, 'id') ?? [])),
  }
}

/**
 * The part of a link's target that is missing; undefined if it is all there or not of this site.
 */
function missingTarget(
  link: string,
  { path }: BuiltPage,
  site: string,
  idsOf: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const base = `https://site.invalid${path}`
  const url = URL.parse(link, base)
  if (url === null || url.origin !== new URL(base).origin || callsPath.test(url.pathname)) {
    return undefined
  }
  const target = decoded(url.pathname)
  const ids = idsOf.get(target) ?? idsOf.get(`${target}/`)
  if (ids === undefined) {
    return existsSync(join(site, target)) ? undefined : `there is no ${target}`
  }
  const part = decoded(url.hash.slice(1))
  // The top is part of every page.
  return part === '' || part === 'top' || ids.has(part)
    ? undefined
    : `${target} has no part #${part}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function messageFor({ file }: BuiltPage, link: string, missing: string, root: string): string {
  const source = sourceOf(file, root)
  if (source === undefined) return `${file} has a link to ${link}: ${missing}\n`
  const lines = readFileSync(join(root, source), 'utf8').split('\n')
  // The build puts the language of the page in front.
  const written = locales.reduce((text, locale) => text.replace(`/${locale}/`, '/'), link)
  const line = lines.findIndex((text) => text.includes(link) || text.includes(written)) + 1
  const { message } = new ContentError(source, [
    {
      line: Math.max(line, 1),
      field: 'a link',
      problem: `leads to ${link}, but ${missing}`,
      expected: 'a page, a part of a page or a file that the site has',
    },
  ])
  return message
}

/** The content file of a page or article; undefined for other pages, whose links are in the code. */
function sourceOf(file: string, root: string): string | undefined {
  const [, first, rest = ''] = /^(?:([a-z]{2})\/)?(.+)\/index\.html$/.exec(file) ?? []
  const locale = locales.find((it) => it === first) ?? baseLocale
  const source = rest.startsWith('articles/')
    ? `${folderOf('posts', locale)}/${rest.slice('articles/'.length)}.md`
    : `${folderOf('pages', locale)}/${rest}.yaml`
  return existsSync(join(root, source)) ? source : undefined
}

/** Stops a build with links to what the site does not have. */
export function linkCheck(): AstroIntegration {
  let root = ''
  return {
    name: 'link-check',
    hooks: {
      'astro:config:setup': ({ config }) => {
        root = fileURLToPath(config.root)
      },
      'astro:build:done': ({ dir }) => {
        const problems = findBrokenLinks(fileURLToPath(dir), root)
        if (problems.length > 0) throw new ContentErrors(problems)
      },
    },
  }
}
