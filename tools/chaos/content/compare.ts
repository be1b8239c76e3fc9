import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { Edited } from './workshop.ts'

interface PageParts {
  /** Every element with the names of its attributes, and the addresses in them. */
  readonly elements: string[]
  /** Every text and every attribute, as a browser reads them, each on a line of its own. */
  readonly texts: string[]
  /** What a script of another type than a program holds. */
  readonly data: string[]
}

/** What of a site with other words differs from the site as it is in more than its words. */
export function compareSites(plain: string, other: string, content: readonly Edited[]) {
  const before = pagesOf(plain)
  const after = pagesOf(other)
  const problems = [...before.keys()]
    .filter((name) => !after.has(name))
    .map((name) => `${name} is missing`)
  for (const [name, page] of after) {
    const own = before.get(name)
    const difference = own === undefined ? 'is new' : firstDifference(own.elements, page.elements)
    if (difference !== undefined) problems.push(`${name}: ${difference}`)
    for (const text of page.data) JSON.parse(text)
  }
  // Files that scripts of the pages read hold texts, too.
  const texts = [...[...after.values()].flatMap((page) => page.texts), ...dataTexts(other)].join('')
  let found = 0
  for (const { name, texts: written } of content) {
    for (const text of written) {
      if (texts.includes(text)) found += 1
      else problems.push(`${name}.yaml: ${text} is on no page`)
    }
  }
  return { pages: after.size, found, problems }
}

/** The texts in the advice files, which the dashboards read. */
function dataTexts(site: string): string[] {
  return globSync('advice/*.json', { cwd: site }).flatMap((name) => {
    const texts: string[] = []
    JSON.parse(readFileSync(join(site, name), 'utf8'), (_, value: unknown) => {
      if (typeof value === 'string') texts.push(`\n${value}`)
      return value
    })
    return texts
  })
}

function pagesOf(site: string): Map<string, PageParts> {
  const names = globSync('**/*.html', { cwd: site }).sort()
  return new Map(names.map((name) => [name, partsOf(readFileSync(join(site, name), 'utf8'))]))
}

const addresses = new Set(['href', 'src', 'action', 'formaction', 'data', 'xlink:href'])

/** Takes a page apart as a browser without scripts does: what `<noscript>` holds counts, too. */
function partsOf(html: string): PageParts {
  const parts: PageParts = { elements: [], texts: [], data: [] }
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (node.nodeName === '#text' && 'value' in node) parts.texts.push(node.value)
    const isWords = 'tagName' in node && isMarkOfLanguage(node)
    if ('tagName' in node && !isWords) {
      const attributes = node.attrs.map(({ name, value }) =>
        addresses.has(name) ? `${name}=${value}` : name,
      )
      parts.elements.push([node.tagName, ...attributes].join(' '))
      parts.texts.push(...node.attrs.map(({ value }) => `\n${value}`), '\n')
      const type = node.attrs.find(({ name }) => name === 'type')?.value ?? ''
      if (node.tagName === 'script' && type.endsWith('json')) {
        const inner = node.childNodes.map((child) => ('value' in child ? child.value : ''))
        parts.data.push(inner.join(''))
      }
    }
    if ('content' in node) visit(node.content)
    if ('childNodes' in node) node.childNodes.forEach(visit)
    if ('tagName' in node && !isWords) parts.texts.push('\n')
  }
  visit(parse(html, { scriptingEnabled: false }))
  return parts
}

/** A span around words in another language is part of the text, which decides where one is needed. */
function isMarkOfLanguage({ tagName, attrs }: DefaultTreeAdapterTypes.Element): boolean {
  return tagName === 'span' && attrs.some(({ name }) => name === 'lang')
}

function firstDifference(one: readonly string[], other: readonly string[]): string | undefined {
  const index = other.findIndex((element, place) => element !== one[place])
  if (index >= 0) return `<${other[index]}> instead of <${one[index] ?? 'end'}>`
  const missing = one[other.length]
  return missing === undefined ? undefined : `no <${missing}>`
}
