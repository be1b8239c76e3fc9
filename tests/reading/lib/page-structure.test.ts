import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { readHtml } from '../../../judge/read/read-html.ts'
import { Random } from '../../../training/random.ts'

type Node = DefaultTreeAdapterMap['node']

const neverShown = new Set(['style', 'script', 'title', 'template', 'head', 'colgroup'])

/** The words that a browser shows, by its own tree. */
function wordsIn(node: Node, isHidden = false): string[] {
  if ('value' in node) return isHidden ? [] : (node.value.match(/w\d+/g) ?? [])
  const attributes = 'attrs' in node ? node.attrs : []
  const hides = attributes.some(({ name }) => name === 'hidden') || neverShown.has(node.nodeName)
  const children = 'childNodes' in node ? node.childNodes : []
  return children.flatMap((it) => wordsIn(it, isHidden || hides))
}

const tags =
  'p div span table tr td caption ul li dl dt dd a b i font h1 h2 pre center button head noscript br hr'.split(
    ' ',
  )

/** A page of few elements, some of them hidden, some closed, with a word between any two. */
function writePage(random: Random): string {
  const pick = () => tags[Math.floor(random.next() * tags.length)] ?? 'p'
  const open: string[] = []
  let page = 'w0 '
  for (let count = 1; count < 5; count += 1) {
    if (random.next() < 0.7) {
      const tag = pick()
      open.push(tag)
      page += `<${tag}${random.next() < 0.5 ? ' hidden' : ''}>`
    } else page += `</${open.at(-1) ?? pick()}>`
    page += ` w${count} `
  }
  return page
}

test('no text that a browser moves out of a hidden element is taken for hidden', async () => {
  const random = new Random(11)
  for (let round = 0; round < 4000; round += 1) {
    const page = writePage(random)
    const { text } = await readHtml(page)
    const read = new Set(text.match(/w\d+/g))
    const lost = wordsIn(parse(page, { scriptingEnabled: false })).filter((it) => !read.has(it))
    expect(lost, page).toEqual([])
  }
})

describe('text is shown', () => {
  test.each([
    ['beside the parts of a table', '<table hidden><p>seen</p></table>'],
    ['in a cell without a table', '<td hidden>seen'],
    ['after columns', '<table><colgroup hidden><tr><td>seen'],
    ['in a head', '<head hidden><p>seen'],
    ['behind a paragraph with a span', '<p><span hidden><div>seen'],
    ['behind an item', '<ul><li hidden><i>x<li>seen'],
    ['behind a button', '<button hidden><p><button>seen'],
    ['behind a picture', '<svg hidden><g><p>seen'],
    ['behind a formula', '<math hidden><mrow><table>seen'],
    ['behind a heading', '<h2 hidden></h1>seen'],
    [
      'in lines that are none',
      '<div style="display:inline">se</div><div style="display:inline">en',
    ],
    ['from right to left', '<bdo dir="rtl">nees</bdo>'],
    ['from right to left by a style', '<p style="unicode-bidi:bidi-override;direction:rtl">nees'],
    ['from right to left by a letter', '\u202enees\u202c'],
  ])('%s', async (_, page) => {
    expect((await readHtml(page)).text).toContain('seen')
  })
})
