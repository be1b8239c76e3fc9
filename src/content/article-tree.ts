import { findWrongSign } from './rules/arabic-signs.ts'
import { isLinkAllowed } from './rules/links.ts'
import { findUnknownFigure, promisesInWords } from './rules/promises.ts'

/** A node of the tree that the Markdown library makes, in the form of hast. */
export interface TreeNode {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly children?: readonly TreeNode[]
  readonly position?: { readonly start: { readonly line: number } } | undefined
}

interface Fault {
  readonly problem: string
  readonly expected: string
}

export interface FaultOfText extends Fault {
  /** The line of the text, from 1. */
  readonly line: number
}

/** Elements of articles. Markdown makes more of HTML alone, which is refused, and of pictures. */
const elements = new Set([
  ...['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'hr', 'pre'],
  ...['ul', 'ol', 'li', 'input', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['a', 'strong', 'em', 'del', 'code', 'br'],
])

/** Elements whose words are read as one text: a figure may have an emphasis in it. */
const blocks = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'th', 'td'])

/** Markdown leaves half a tag and an escaped one to be read; a tag is written as code all the same. */
const tagInWords = /<[a-z/!?][^>]*>?/i

const html = (tag: string): Fault => ({
  problem: `has HTML: ${tag.length > 80 ? `${tag.slice(0, 80)}…` : tag}`,
  expected: 'Markdown alone; `code` between backquotes',
})

/**
 * Lists the faults of an article.
 * @param figures that are agreed on for it
 * @param above the line of what the node is in, for nodes that have none
 */
export function faultsIn(
  node: TreeNode,
  figures: readonly string[],
  above: number = 1,
): FaultOfText[] {
  const line = node.position?.start.line ?? above
  const own = faultOfNode(node)
  if (own !== undefined) return [{ line, ...own }]
  const { title } = node.properties ?? {}
  return [
    ...(node.children?.flatMap((it) => faultsIn(it, figures, line)) ?? []),
    ...(typeof title === 'string' ? faultsOfWords(title, line, figures) : []),
    ...(blocks.has(node.tagName ?? '') ? faultsOfBlock(node, line, figures) : []),
  ]
}

function faultOfNode({ type, tagName = '', value = '', properties }: TreeNode): Fault | undefined {
  if (type === 'root' || type === 'text') return undefined
  if (tagName === 'img') {
    const expected =
      'words alone, because a page is one request; picture: at the top is for shared links'
    return { problem: 'has a picture', expected }
  }
  if (tagName === 'h1') {
    const problem = 'has a heading of the first level, which is the title'
    return { problem, expected: '## and a heading' }
  }
  if (type !== 'element') return html(value.trim().split('\n')[0] ?? '')
  if (!elements.has(tagName)) return html(`<${tagName}>`)
  if (tagName !== 'a' || isLinkAllowed(String(properties?.href))) return undefined
  return {
    problem: `has a link to ${properties?.href}`,
    expected: 'an address with https://, a /path of this site, or mailto:',
  }
}

function faultsOfBlock(block: TreeNode, line: number, figures: readonly string[]): FaultOfText[] {
  const words = wordsOf(block)
  const [tag] = tagInWords.exec(words) ?? []
  return [
    ...(tag === undefined ? [] : [{ line: lineIn(words, tag, line), ...html(tag) }]),
    ...faultsOfWords(words, line, figures),
  ]
}

function faultsOfWords(words: string, line: number, figures: readonly string[]): FaultOfText[] {
  const faults: FaultOfText[] = []
  const figure = findUnknownFigure(words, figures)
  if (figure !== undefined) {
    faults.push({
      line: lineIn(words, figure, line),
      problem: `says "${figure}"; promised are ${promisesInWords}, and what figures lists`,
      expected: 'a figure that is agreed on',
    })
  }
  const sign = findWrongSign(words)
  if (sign !== undefined) {
    faults.push({
      line: lineIn(words, sign.wrong, line),
      problem: `has ${sign.wrong} in an Arabic text`,
      expected: `Arabic has ${sign.right}`,
    })
  }
  return faults
}

/** The line of a part of a text that begins in a line. */
function lineIn(words: string, part: string, first: number): number {
  return first + words.slice(0, words.indexOf(part)).split('\n').length - 1
}

/** The words of a block, without code and without the blocks in it. */
function wordsOf({ children = [] }: TreeNode): string {
  return children
    .map((it) => {
      if (it.tagName === 'code' || blocks.has(it.tagName ?? '')) return ' '
      if (it.tagName === 'br') return '\n'
      return it.type === 'text' ? (it.value ?? '') : wordsOf(it)
    })
    .join('')
}
