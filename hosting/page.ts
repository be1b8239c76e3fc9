import { createHash } from 'node:crypto'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { PageNeeds } from './content-security-policy.ts'
import type { OwnScripts } from './own-scripts.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Types of scripts that run. JSON and similar types are data, which policies do not apply to. */
const runs = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:java|ecma)script)$/i

const urlAttributes = new Set(['href', 'src', 'action', 'formaction', 'data', 'xlink:href'])

/** Parses a page like a browser without scripts, so that the content of `<noscript>` counts too. */
export function elementsOf(html: string): Element[] {
  const found: Element[] = []
  const queue: Node[] = [parse(html, { scriptingEnabled: false, sourceCodeLocationInfo: true })]
  for (const node of queue) {
    if ('tagName' in node) found.push(node)
    if ('content' in node) queue.push(node.content)
    if ('childNodes' in node) queue.push(...node.childNodes)
  }
  return found
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((it) => it.name === name)?.value
}

function textOf(element: Element): string {
  return element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function isInlineScript(element: Element): boolean {
  if (element.tagName !== 'script' || attribute(element, 'src') !== undefined) return false
  return runs.test(attribute(element, 'type')?.trim() ?? '')
}

/** The text of every inline script that runs. */
export function inlineScripts(html: string): string[] {
  return elementsOf(html).filter(isInlineScript).map(textOf)
}

/** Scripts that the project did not write, which the policy does not allow. */
export function findForeignScripts(html: string, own: OwnScripts): string[] {
  return inlineScripts(html)
    .filter((text) => own.namesOf(text) === undefined)
    .map((text) => `an inline script that is none of the project's\n    ${shortened(text.trim())}`)
}

/**
 * For SVG files too: an SVG file that is opened directly is a document like any other.
 * @param own only these scripts are allowed; a drawing has none
 */
export function needsOf(html: string, own?: OwnScripts): PageNeeds {
  const elements = elementsOf(html)
  const hashes = (chosen: Element[]) => [...new Set(chosen.map((it) => hashSource(textOf(it))))]
  const styles = elements.filter(({ tagName }) => tagName === 'style')
  const preloads = elements.filter(
    (it) => it.parentNode?.nodeName === 'head' && attribute(it, 'rel') === 'modulepreload',
  )
  const pictures = elements.filter(({ tagName }) => tagName === 'img' || tagName === 'image')
  return {
    scripts: hashes(
      elements.filter((it) => isInlineScript(it) && own?.namesOf(textOf(it)) !== undefined),
    ),
    styles: hashes(styles),
    hasDataImages:
      styles.some((style) => /url\(\s*["']?data:/i.test(textOf(style))) ||
      pictures.some(({ attrs }) => attrs.some(({ value }) => value.startsWith('data:'))),
    hasMailForm: elements.some(
      (it) => it.tagName === 'form' && attribute(it, 'action')?.startsWith('mailto:'),
    ),
    modules: preloads.flatMap((it) => attribute(it, 'href') ?? []),
  }
}

function problemOf({ name, value }: { name: string; value: string }): string | undefined {
  if (name === 'style') return 'a style attribute: give it a class, or an attribute of SVG'
  if (/^on[a-z]/.test(name)) return 'an inline event handler: add the listener in a script'
  if (name === 'srcdoc') return 'a document in an attribute'
  if (!urlAttributes.has(name) || !/^\s*javascript:/i.test(value)) return undefined
  return 'a javascript: address'
}

/**
 * The tags of a page that its policy would block. Fix these in the page instead of allowing them.
 */
export function findBlocked(html: string): string[] {
  return elementsOf(html).flatMap((element) =>
    element.attrs.flatMap((it) => {
      const problem = problemOf(it)
      if (problem === undefined) return []
      const { startOffset = 0, startTag } = element.sourceCodeLocation ?? {}
      const tag = html.slice(startOffset, startTag?.endOffset)
      return [`${problem}\n    ${shortened(tag)}`]
    }),
  )
}

const shortened = (code: string) => (code.length > 160 ? `${code.slice(0, 160)}…` : code)

/** Inserts a policy into a page, before everything that the policy applies to. */
export function withPolicy(html: string, policy: string): string {
  const charset = elementsOf(html).find(
    (it) => it.tagName === 'meta' && attribute(it, 'charset') !== undefined,
  )
  const end = charset?.sourceCodeLocation?.endOffset
  if (end === undefined) throw new Error('a page without <meta charset> has no place for a policy')
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
  return html.slice(0, end) + meta + html.slice(end)
}
