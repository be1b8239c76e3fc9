import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri'
import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import { type FaultOfText, faultsIn } from './article-tree.ts'
import type { Finding } from './rules/finding.ts'
import { linkIn } from './rules/links.ts'
import { nameOfUnseen, unseen } from './schemas/fields.ts'

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
