import { describe, expect, test } from 'vitest'
import { type ReadHtml, readHtml } from '../../../judge/read/read-html.ts'

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
    expect((await readHtml('<details><summary>a</summary>b</details>c')).text).toBe('ac')
  })
})
