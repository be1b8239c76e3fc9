import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { type ReadHtml, readHtml } from '../../../judge/read/read-html.ts'
import { Random } from '../../../training/random.ts'

const nothing: ReadHtml = {
  text: '',
  hiddenLetters: 0,
  links: [],
  pictures: 0,
  farPictures: 0,
  tags: 0,
  tables: 0,
  forms: 0,
  passwordFields: 0,
  scripts: 0,
  refreshes: 0,
  frames: 0,
  styleLetters: 0,
  inlineStyles: 0,
  hasHead: false,
  isCut: false,
  isLong: false,
}

describe('a page', () => {
  test.each<[string, string, Partial<ReadHtml>]>([
    ['nothing', '', {}],
    ['text', ' a  b\u00a0c&nbsp;&amp; ', { text: 'a b c &' }],
    [
      'paragraphs, lines and cells',
      '<p>a</p><p> b</p>c<br>d<div>e</div><h1>f</h1><ul><li>g<li>h</ul>i',
      { text: 'a\nb\nc\nd\ne\nf\ng\nh\ni', tags: 8 },
    ],
    ['words in one line', 'a<b>b</b> <span>c</span>', { text: 'ab c', tags: 2 }],
    [
      'what no reader sees',
      '<html><head><title>t</title><style>p{}</style></head><body>a<script>b()</script><noscript>c</noscript><template>d</template></body></html>',
      { text: 'ac', tags: 8, scripts: 1, styleLetters: 3, hasHead: true },
    ],
    [
      'pictures, near and far',
      '<img src="HTTPS://a.example/1"><img src="http://b.example/2"><img src="cid:3"><img src="/x?http://a">',
      { tags: 4, pictures: 4, farPictures: 2 },
    ],
    [
      'a form',
      '<form><input type="PassWord"><input type="text"><input></form>',
      { tags: 4, forms: 1, passwordFields: 1 },
    ],
    ['a password field alone', '<p type="password">', { tags: 1 }],
    [
      'a refresh, and another line of its kind',
      '<meta http-equiv="REFRESH" content="0"><meta http-equiv="x"><meta><p http-equiv="refresh">',
      { tags: 4, refreshes: 1 },
    ],
    [
      'tables',
      '<table><tr><td>a</td><th>b</th></tr></table>',
      { text: 'a\nb', tags: 4, tables: 1 },
    ],
    [
      'styles of elements',
      '<p style="a"><b style=""><i style="c">x',
      { text: 'x', tags: 3, inlineStyles: 2 },
    ],
    [
      'hidden text, and what follows it',
      'a<div hidden>bc <b>d</b><img><br>e</div>f',
      { text: 'a\n\nf'.replace('\n\n', '\n'), hiddenLetters: 4, tags: 4, pictures: 1 },
    ],
    [
      'a hidden picture',
      '<img style="display:none">a',
      { text: 'a', tags: 1, pictures: 1, inlineStyles: 1 },
    ],
    [
      'hidden text by its style',
      '<span style="display: none">ab</span>c',
      { text: 'c', hiddenLetters: 2, tags: 1, inlineStyles: 1 },
    ],
    ['an end without a beginning', '</div></style>a</p>b', { text: 'a\nb', tags: 1 }],
  ])('is read: %s', async (_, html, expected) => {
    expect(await readHtml(html)).toEqual({ ...nothing, ...expected })
  })

  test.each([
    [
      'a link',
      '<a href=" https://x.example/ ">go <b>there</b>\n now</a>',
      ['https://x.example/', 'go there now'],
    ],
    ['a map', '<map><area href="https://x.example/"></map>', ['https://x.example/', '']],
    ['a link without an end', '<a href="https://x.example/">go', ['https://x.example/', 'go']],
    ['a long text', `<a href="x">${'a'.repeat(300)}</a>`, ['x', 'a'.repeat(200)]],
    ['a long target', `<a href="${'a'.repeat(5000)}">b</a>`, ['a'.repeat(4000), 'b']],
    ['a link without a text', '<a href="#"><img></a>', ['#', '']],
  ])('has its links: %s', async (_, html, [target, text]) => {
    expect((await readHtml(html)).links).toEqual([{ target, text }])
  })

  test('has links apart that are not closed, and none for an anchor', async () => {
    const page = '<a href="1">a<a href="2">b</a>c<a name="d">e</a>'
    expect((await readHtml(page)).links).toEqual([
      { target: '1', text: 'a' },
      { target: '2', text: 'b' },
    ])
  })

  test('is read on where its elements lie too deep in each other', async () => {
    const end = '<a href="https://x.example/">see</a> in sight <p hidden>not</p>'
    const page = await readHtml(
      `<style>${'<b>'.repeat(10)}</style><i hidden>${'<b>'.repeat(2500)}${end}`,
    )
    expect(page.text).toBe('see in sight')
    expect(page.links).toEqual([{ target: 'https://x.example/', text: 'see' }])
    expect(page.hiddenLetters).toBe(3)
    expect(page.isCut).toBe(false)
  })

  test('is read up to its limits', async () => {
    const links = await readHtml('<a href="x">y</a>'.repeat(600))
    expect(links.links).toHaveLength(500)
    expect(links.isCut).toBe(false)
    const tags = await readHtml(`${'<i></i>'.repeat(250_000)}a`)
    expect(tags).toMatchObject({ text: '', isCut: true })
    const long = await readHtml(`start ${'ab '.repeat(30_000)} end`)
    expect(long).toMatchObject({ isLong: true, isCut: false })
    expect(long.text).toMatch(/^start .* end$/s)
    const letters = await readHtml(`start${' '.repeat(4_000_000)}end`)
    expect(letters).toMatchObject({ text: 'start\nend', isCut: true })
  })
})

describe('text is', () => {
  const hidden: readonly string[] = [
    'display:none',
    'color: red; DISPLAY : NONE !important',
    'display:none!important;display:block',
    'visibility:hidden',
    'font-size:0',
    'font-size:1px',
    'opacity:0',
    'opacity:0.0e1',
    'max-height:0;overflow:hidden',
    'height:0px;overflow:hidden',
    'color:#ffffff',
    'color:transparent;background:#333',
    'color:#334455;background:#334556',
    'color:rgb(200 0 0 / 1%)',
    'position:absolute;left:-9999px',
    'position:absolute;clip:rect(0 0 0 0)',
    'clip-path:inset(50%)',
    'transform:scale(0)',
    'text-indent:-9999px',
  ]
  const shown: readonly string[] = [
    'display:block',
    'display:none;display:block',
    'display:nothing',
    '--display:none',
    'mso-hide:all',
    '/* display:none */',
    "font-family:'display:none'",
    'font-size:14px;font-size:junk',
    'max-height:0',
    'color:#fff;background-color:#06c',
    'opacity:0;opacity:1',
    'position:absolute;left:-9px',
    'display:none;display:flow-root',
    'display:none;all:initial',
    'font-size:0;font:14px Arial',
    'font-size:0;font-size:calc(14px)',
    'color:#fff;color:oklch(20% 0 0)',
    'color:#fff;background-color:#fff;background:#003',
    'color:#fff;background:hsl(220,80%,20%)',
    'color:#fff;background:url(x.png);background-color:#fff',
    'max-height:0;overflow:hidden;min-height:40px',
    'height:0;overflow:hidden;padding-bottom:60px',
    'x display:none',
    '(display:none)',
    "font-family:'/*';display:block;quotes:'*/'",
    `${'margin:0;'.repeat(400)}display:none;display:block`,
  ]
  test.each(hidden)('hidden by %s, in its style and in one of the page', async (style) => {
    const own = await readHtml(`<div style="${style}">ab</div>c`)
    expect(own).toMatchObject({ text: 'c', hiddenLetters: 2 })
    const sheet = `<style>@media print{.x{color:red}} .x,.y{${style}}</style>`
    expect(await readHtml(`${sheet}<p class="a x">ab</p>c`)).toMatchObject({ hiddenLetters: 2 })
  })
  test.each(shown)('shown with %s', async (style) => {
    expect(await readHtml(`<div style="${style}">ab</div>`)).toMatchObject({ text: 'ab' })
  })

  test('shown within what is hidden where a browser shows it', async () => {
    const inner = (outer: string, own: string) =>
      readHtml(`<div style="${outer}"><b style="${own}">ab</b></div>`)
    expect((await inner('visibility:hidden', 'visibility:visible')).text).toBe('ab')
    expect((await inner('font-size:0', 'font-size:12px')).text).toBe('ab')
    expect((await inner('display:none', 'display:block')).text).toBe('')
    expect((await readHtml('<details><summary>a</summary>b</details>c')).text).toBe('abc')
  })

  const rules: readonly (readonly [string, string, string?])[] = [
    ['an important rule', '.x{display:block!important}', 'display:none'],
    ['the rule of two that comes last', '.y{display:none}.x{display:block}'],
    ['a rule between two others', '.x{display:none}.y{display:block}.x{margin:0}'],
    ['a rule for an element by its name', '.x{display:none}div#i{display:block}'],
    ['a medium', '.x{display:none}@media screen{.x{display:block!important}}'],
    ['a part of another', '.x{display:none}.w .x{display:block}'],
    ['what an element is not', '.x{display:none}.x:not(.z){display:block}'],
    ['all its classes', '.x{display:none}.x.y{display:block}'],
    ['a size within a part', 'div{font-size:0}.w div{font-size:14px}'],
    ['a ground within a part', '.x{color:#fff}.w .x{background:#036}'],
    ['a rule before another within it', '.x{display:none}.w{.x{display:block;b{}}}'],
    ['a rule that a browser drops for its other selector', '.x,%{display:none}'],
    ['a rule behind an end too many', '}.x{display:none}'],
    ['an invalid class', '.1x{display:none}'],
    ['a rule within a text', 'a{quotes:"}.x{display:none}"}'],
    [
      'a rule behind more than is read',
      `.x{display:none}${'a{b:c}'.repeat(40_000)}.x{display:block}`,
    ],
  ]
  test.each(rules)('shown by %s', async (_, sheet, style = '') => {
    const page = `<div class="w"><div id="i" class="x y 1x" style="${style}">seen</div></div>`
    expect((await readHtml(`<style>${sheet}</style>${page}`)).text).toBe('seen')
  })

  test.each([
    '<p hidden style="display:block">seen',
    '<body bgcolor="black" text="white">seen',
    '<table><td bgcolor="000033" style="color:#fff">seen',
    '<table><td bgcolor="#000" style="background:#fff;color:#000">seen',
    '<table><td bgcolor="#fff" background="x.png" style="color:#fff">seen',
    '<p bgcolor="#000">seen',
    '<font color="white" style="color:#000">seen',
    '<p style="background:#000"><a href="https://x.example/">seen',
    '<p style="color:#fff"><mark>seen',
    '<span style="height:0;overflow:hidden">seen',
    '<p hidden><a href="#1">x<button><a href="#2"><div>seen',
    '<p style="font-size:0"><b style="font-size:14px">x</b></p><p style="font-size:0"><mark><div>seen',
  ])('shown as a browser shows it: %s', async (page) => {
    expect((await readHtml(page)).text).toContain('seen')
  })
})

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
