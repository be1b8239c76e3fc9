import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import ts from 'typescript'
import { screenNames } from '../../src/lib/core/navigation/screens.ts'
import { root } from './run-command.ts'
import {
  accountPageLimitBytes,
  budgetsOfPages,
  limitBytesOf,
  pageBudgets,
  pageLimitBytesOf,
} from './site/page-budgets.ts'

/** Attributes of an island, a script or a preload that make the browser fetch a chunk. */
const urlAttributes = ['component-url', 'renderer-url', 'before-hydration-url', 'src', 'href']

/** The chunks that the page's HTML names. */
function entryChunks(html: string): string[] {
  const tags = html.match(/<(?:astro-island|script|link)\s[^>]*>/g) ?? []
  const fetching = tags.filter((tag) => !tag.startsWith('<link') || tag.includes('modulepreload'))
  const urls = fetching.flatMap((tag) =>
    urlAttributes.map((name) => new RegExp(`\\s${name}="(/[^"]*\\.js)"`).exec(tag)?.[1] ?? ''),
  )
  return [...new Set(urls.filter((url) => url !== ''))]
}

/** The imports of a chunk: `now` before it runs, `deferred` by dynamic import. */
function chunkImports(url: string, source: string): { now: string[]; deferred: string[] } {
  const absolute = (specifier: string) => posix.resolve(posix.dirname(url), specifier)
  const file = ts.createSourceFile(url, source, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS)
  const now = file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const from = statement.moduleSpecifier
    return from !== undefined && ts.isStringLiteral(from) ? [absolute(from.text)] : []
  })
  return { now, deferred: askedFor(file).map(absolute) }
}

/** Modules that are imported by `import('…')`. */
function askedFor(node: ts.Node): string[] {
  const within: string[] = []
  ts.forEachChild(node, (child) => {
    within.push(...askedFor(child))
  })
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword)
    return within
  const [specifier] = node.arguments
  return specifier !== undefined && ts.isStringLiteralLike(specifier)
    ? [specifier.text, ...within]
    : within
}

interface Weight {
  bytes: number
  parts: { url: string; bytes: number }[]
  /** Chunks that the code may import later. They are not in the sum. */
  deferred: string[]
}

class PageError extends Error {}

function read(site: string, url: string): string {
  const path = join(site, url)
  if (!existsSync(path)) throw new PageError(`${url} is not in the built site`)
  return readFileSync(path, 'utf8')
}

function weigh(sources: ReadonlyMap<string, string>, deferred: string[]): Weight {
  const parts = [...sources].map(([url, source]) => ({
    url,
    bytes: brotliCompressSync(source).length,
  }))
  return { bytes: parts.reduce((sum, part) => sum + part.bytes, 0), parts, deferred }
}

/** Size of the page itself in bytes, compressed with brotli. */
function htmlWeight(site: string, page: string): Weight {
  return weigh(new Map([[page, read(site, page)]]), [])
}

/** Size in bytes, compressed with brotli, of all scripts that a page fetches before its content. */
function scriptWeight(site: string, page: string): Weight {
  return weighScripts(site, entryChunks(read(site, page)))
}

/** The weight of scripts with all that they import. */
function weighScripts(site: string, urls: readonly string[]): Weight {
  const sources = new Map<string, string>()
  const asked = new Set<string>()
  const queue = [...urls]
  for (const url of queue) {
    if (sources.has(url)) continue
    const source = read(site, url)
    sources.set(url, source)
    const { now, deferred } = chunkImports(url, source)
    for (const chunk of deferred) asked.add(chunk)
    queue.push(...now)
  }
  return weigh(sources, [...asked].filter((url) => !sources.has(url)).sort())
}

/**
 * Like `scriptWeight`, of a page whose head names the chunks of one screen.
 * @param entrance the page that opens any screen, and names none
 * @throws PageError when the page names none either: its weight would be too small
 */
function screenWeight(site: string, page: string, entrance: string): Weight {
  const weight = scriptWeight(site, page)
  const ofEntrance = new Set(scriptWeight(site, entrance).parts.map(({ url }) => url))
  if (weight.parts.every(({ url }) => ofEntrance.has(url))) {
    throw new PageError(`${page} does not name the code of its screen`)
  }
  return weight
}

/** The load of a touched part of a page. */
interface TouchedWeight {
  /** Its code, compressed with brotli. */
  readonly code: Weight
  /** The largest of its data, in bytes before compression. */
  readonly dataBytes: number
}

/**
 * The weight of the part of a page whose module has this name.
 * @param alsoLoaded names of modules that it loads by itself, before anyone asks for them
 * @throws PageError if the page has no such part, or the part no such module
 */
function touchedWeight(
  site: string,
  page: string,
  name: string,
  alsoLoaded: readonly string[],
): TouchedWeight {
  const part = new RegExp(`data-touch="/assets/${name}\\.[^"]+" data-preload="([^"]+)"`)
  const addresses = part.exec(read(site, page))?.[1]?.split(' ')
  if (addresses === undefined) throw new PageError(`${page} has no touched part ${name}`)
  const first = weighScripts(
    site,
    addresses.filter((url) => url.endsWith('.js')),
  )
  const afterwards = alsoLoaded.map((module) => {
    const url = first.deferred.find((it) => it.startsWith(`/assets/${module}.`))
    if (url === undefined) throw new PageError(`${name} does not load ${module}`)
    return url
  })
  const data = addresses.filter((url) => !url.endsWith('.js')).map((url) => read(site, url))
  return {
    code: weighScripts(site, [...first.parts.map(({ url }) => url), ...afterwards]),
    dataBytes: Math.max(0, ...data.map((text) => Buffer.byteLength(text))),
  }
}

interface Budget {
  readonly page: string
  /**
   * `html` is the page itself, `scripts` everything that it fetches before it can show its content, `try`
   * the code and lists of the tried mail, `try with .msg` the same with the readers of attached and
   * of Outlook's files, which come afterwards.
   */
  readonly of: 'html' | 'scripts' | 'try' | 'try with .msg'
  readonly limitBytes: number
}

const site = join(root, 'dist')

/** Compressed with brotli. */
const budgets: Budget[] = [
  ...[...pageBudgets, ...budgetsOfPages(root, site)].map(
    ({ page, limitBytes }) => ({ page, limitBytes, of: 'html' }) as const,
  ),
  { page: 'index.html', limitBytes: 120_000, of: 'try' },
  { page: 'index.html', limitBytes: 133_000, of: 'try with .msg' },
  { page: 'login/index.html', limitBytes: accountPageLimitBytes, of: 'html' },
  { page: 'ar/login/index.html', limitBytes: accountPageLimitBytes, of: 'html' },
  ...screenNames.flatMap((screen): Budget[] => {
    const page = `dashboard/${screen}/index.html`
    const limitBytes = pageLimitBytesOf(screen)
    return [
      { page, limitBytes, of: 'html' },
      { page: `ar/${page}`, limitBytes, of: 'html' },
      { page, limitBytes: limitBytesOf(screen), of: 'scripts' },
    ]
  }),
]

/** Before compression. */
const modelLimitBytes = 300_000

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

function weighBudget({ page, of }: Budget): Weight {
  if (of === 'html') return htmlWeight(site, page)
  if (of === 'try') return weighTry(page, ['arabic-words'])
  if (of === 'try with .msg')
    return weighTry(page, ['arabic-words', 'attached-file', 'eml-from-msg'])
  return screenWeight(site, page, 'dashboard/index.html')
}

function weighTry(page: string, alsoLoaded: readonly string[]): Weight {
  const { code, dataBytes } = touchedWeight(site, page, 'try-mail', alsoLoaded)
  if (dataBytes > modelLimitBytes) {
    throw new PageError(`loads a model of ${kilobytes(dataBytes)} of ${kilobytes(modelLimitBytes)}`)
  }
  return code
}

function check(budget: Budget): boolean {
  const name = `${budget.page} ${budget.of}`.padEnd(40)
  try {
    const { bytes, parts, deferred } = weighBudget(budget)
    const fits = bytes <= budget.limitBytes
    const of = `${kilobytes(bytes).padStart(8)} of ${kilobytes(budget.limitBytes)}`
    console.log(`${fits ? 'ok  ' : 'OVER'} ${name} ${of}`)
    if (!fits) for (const part of parts) console.log(`       ${kilobytes(part.bytes)} ${part.url}`)
    if (deferred.length > 0) console.log(`       loaded later, not counted: ${deferred.join(' ')}`)
    return fits
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    console.log(`FAIL ${name} ${error.message}`)
    return false
  }
}

// Checks every budget, so that one run reports everything.
const results = budgets.map(check)
if (!results.every(Boolean)) process.exitCode = 1
