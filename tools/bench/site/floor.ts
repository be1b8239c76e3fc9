import { readFileSync } from 'node:fs'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Elements that a person does not read. */
const dropped = new Set(['script', 'style', 'svg', 'template', 'link', 'meta', 'img', 'br'])

/** Elements that mean nothing without a stylesheet: only their content stays. */
const unwrapped = new Set(['div', 'span', 'b', 'mark', 'q', 'big', 'textarea', 'noscript'])
const droppedAttribute = /^(?:class|style|role|popover|aria-|data-)/
const empty = new Set(['input'])

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((it) => it.name === name)?.value
}

const inner = ({ childNodes }: { readonly childNodes: readonly Node[] }) =>
  childNodes.map(write).join('')

function write(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) {
    return escapeText(node.value.replace(/\s+/g, ' '))
  }
  if (!('childNodes' in node)) return ''
  // Content that waits for a script has its words in <noscript>, which this page shows as they are.
  if (!('tagName' in node)) return inner(node)
  if (dropped.has(node.tagName) || attribute(node, 'role') === 'status') return ''
  if (attribute(node, 'hidden') !== undefined) return ''
  if (unwrapped.has(node.tagName)) return ` ${inner(node)} `
  const attributes = node.attrs
    .filter(({ name }) => !droppedAttribute.test(name))
    .map(({ name, value }) => ` ${name}="${escapeText(value)}"`)
  const opening = `<${node.tagName}${attributes.join('')}>`
  return empty.has(node.tagName) ? opening : `${opening}${inner(node)}</${node.tagName}>`
}

/** The same text as plain HTML: no CSS, no script, nothing to fetch. As fast as such a text can be. */
export function floorOf(html: string): string {
  const elements: Element[] = []
  const queue: Node[] = [parse(html, { scriptingEnabled: false })]
  for (const node of queue) {
    if ('tagName' in node) elements.push(node)
    if ('childNodes' in node) queue.push(...node.childNodes)
  }
  const find = (tag: string) => elements.find(({ tagName }) => tagName === tag)
  const description = elements.find((it) => attribute(it, 'name') === 'description')
  const [page, title, body] = [find('html'), find('title'), find('body')]
  if (title === undefined || body === undefined) throw new Error('it is no page')
  const words = escapeText(attribute(description, 'content') ?? '')
  return `<!doctype html><html lang="${attribute(page, 'lang') ?? 'en'}" dir="${attribute(page, 'dir') ?? 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${inner(title)}</title><meta name="description" content="${words}"><link rel="icon" href="/favicon.svg"></head><body>${inner(body).replace(/\s{2,}/g, ' ')}</body></html>\n`
}

/** @returns addresses of all that the demo form fetches at the first touch */
function formChunks(html: string): string[] {
  const [, chunks] = /id="demo".*?\sdata-touch="[^"]*" data-preload="([^"]*)"/s.exec(html) ?? []
  if (chunks === undefined) throw new Error('the page has no demo form')
  return chunks.split(' ')
}

/** Fetches the chunks side by side at the first touch, runs none of them, and shows an alert. */
function scriptOf(chunks: readonly string[]): string {
  return `
const chunks = ${JSON.stringify(chunks)}
addEventListener('submit', (event) => event.preventDefault())
addEventListener('pointerdown', async () => {
  await Promise.all(chunks.map(async (url) => (await fetch(url)).text()))
  const words = '<p>Please enter your email and company name</p>'
  const alert = '<div id="notices"><div role="alert">' + words + '</div></div>'
  document.body.insertAdjacentHTML('beforeend', alert)
}, { once: true })
`
}

/** The text of the front page as plain HTML, with the least that a form can do. */
export function formFloorOf(file: string): string {
  const page = readFileSync(file, 'utf8')
  return floorOf(page).replace('</body>', `<script>${scriptOf(formChunks(page))}</script></body>`)
}
