import { type DefaultTreeAdapterTypes, parse } from 'parse5'

const addresses = new Set(['href', 'src', 'action', 'formaction', 'data', 'xlink:href'])

export interface PageParts {
  /** Every element with the names of its attributes, and the addresses in them. */
  readonly elements: readonly string[]
  /** Every text and every attribute, as a browser reads them. */
  readonly texts: string
  /** What a script of another type than a program holds. */
  readonly data: readonly string[]
}

/** Takes a page apart as a browser without scripts does: what `<noscript>` holds counts, too. */
export function partsOf(html: string): PageParts {
  const elements: string[] = []
  const texts: string[] = []
  const data: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (node.nodeName === '#text' && 'value' in node) texts.push(node.value)
    if ('tagName' in node) {
      const attributes = node.attrs.map(({ name, value }) =>
        addresses.has(name) ? `${name}=${value}` : name,
      )
      elements.push([node.tagName, ...attributes].join(' '))
      texts.push(...node.attrs.map(({ value }) => value))
      const type = node.attrs.find(({ name }) => name === 'type')?.value ?? ''
      if (node.tagName === 'script' && type.endsWith('json')) {
        data.push(node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''))
      }
    }
    if ('content' in node) visit(node.content)
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html, { scriptingEnabled: false }))
  return { elements, texts: texts.join('\n'), data }
}

/** @returns the first element in which two pages differ */
export function firstDifference(one: PageParts, other: PageParts): string | undefined {
  const index = other.elements.findIndex((element, place) => element !== one.elements[place])
  if (index >= 0) return `<${other.elements[index]}> instead of <${one.elements[index] ?? 'end'}>`
  const missing = one.elements[other.elements.length]
  return missing === undefined ? undefined : `no <${missing}>`
}
