import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri'
import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import { findWrongSign } from './rules/arabic-signs.ts'
import type { Finding } from './rules/finding.ts'
import { isLinkAllowed, linkIn } from './rules/links.ts'
import { findUnknownFigure, promisesInWords } from './rules/promises.ts'
import { nameOfUnseen, unseen } from './schemas/fields.ts'

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
function faultsIn(node: TreeNode, figures: readonly string[], above: number = 1): FaultOfText[] {
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

const longest = 20_000

interface Source {
  readonly text: string
  readonly locale: Locale
  /** The line of the file in which the text begins. */
  readonly firstLine: number
  /** Figures that are agreed on for this article. */
  readonly figures: readonly string[]
}

interface Article {
  /** Not to be shown while there are findings. */
  readonly html: string
  readonly findings: readonly Finding[]
}

/** Checks the tree of an article, and makes the HTML of the same tree. */
export async function readMarkdown(source: Source): Promise<Article> {
  const unusable = faultOfLength(source.text)
  const { html, faults } =
    unusable === undefined ? await renderAndCheck(source) : { html: '', faults: [unusable] }
  const findings = faults
    .toSorted((one, other) => one.line - other.line)
    .map(
      ({ line, problem, expected }): Finding => ({
        line: source.firstLine + line - 1,
        field: 'the text',
        problem,
        expected,
      }),
    )
  return { html, findings }
}

async function renderAndCheck({ text, locale, figures }: Source) {
  const faults = unseenIn(text)
  const processor = await createSatteriMarkdownProcessor({
    // Highlighted code would have style attributes, which the pages' policy blocks.
    syntaxHighlight: false,
    features: {
      frontmatter: false,
      // The heading of footnotes is in English.
      gfm: { footnotes: false },
      // Arabic has quotes of its own, which the check asks for.
      smartPunctuation: { quotes: locale === baseLocale },
    },
    mdastPlugins: [
      {
        name: 'pictures',
        // They are refused, and Astro's own plugin stops at addresses that it cannot decode.
        image: (node, context) => context.setProperty(node, 'url', ''),
      },
    ],
    hastPlugins: [
      {
        name: 'article',
        options: { position: true },
        before: (root) => {
          faults.push(...faultsIn(root, figures))
        },
        element: [
          {
            filter: ['a'],
            visit: (node, context) =>
              context.setProperty(node, 'href', linkIn(locale, String(node.properties.href))),
          },
          {
            // Cells are aligned as the page reads: the pages' policy blocks attributes with styles.
            filter: ['td', 'th'],
            visit: (node, context) => context.setProperty(node, 'style', null),
          },
        ],
      },
    ],
  })
  return { html: (await processor.render(text)).code, faults }
}

function faultOfLength(text: string): FaultOfText | undefined {
  if (text.trim() === '') return { line: 1, problem: 'is empty', expected: 'the article' }
  if (text.length <= longest) return undefined
  return {
    line: 1,
    problem: `is ${text.length} characters long`,
    expected: `at most ${longest} characters, so that the page appears at once`,
  }
}

function unseenIn(text: string): FaultOfText[] {
  return text.split('\n').flatMap((line, index) => {
    if (!unseen.test(line)) return []
    const problem = `contains an invisible character, ${nameOfUnseen(line)}`
    return [{ line: index + 1, problem, expected: 'the words around it, typed again' }]
  })
}
