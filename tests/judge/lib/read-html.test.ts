import { describe, expect, test } from 'vitest'
import { isHiddenStyle } from '../../../judge/read/hidden-style.ts'
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
  styleLetters: 0,
  inlineStyles: 0,
  hasHead: false,
  isCut: false,
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
      { text: 'a', tags: 8, scripts: 1, styleLetters: 3, hasHead: true },
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
  ])('is read: %s', (_, html, expected) => {
    expect(readHtml(html)).toEqual({ ...nothing, ...expected })
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
    ['a long target', `<a href="${'a'.repeat(3000)}">b</a>`, ['a'.repeat(2000), 'b']],
    ['a link without a text', '<a href="#"><img></a>', ['#', '']],
  ])('has its links: %s', (_, html, [target, text]) => {
    expect(readHtml(html).links).toEqual([{ target, text }])
  })

  test('has links apart that are not closed, and none for an anchor', () => {
    expect(readHtml('<a href="1">a<a href="2">b</a>c<a name="d">e</a>').links).toEqual([
      { target: '1', text: 'a' },
      { target: '2', text: 'b' },
    ])
  })

  test('is read on where its elements lie too deep in each other', () => {
    const end = '<a href="https://x.example/">see</a> in sight <p hidden>not</p>'
    const page = readHtml(`<style>${'<b>'.repeat(10)}</style><i hidden>${'<b>'.repeat(2500)}${end}`)
    expect(page.text).toBe('see in sight')
    expect(page.links).toEqual([{ target: 'https://x.example/', text: 'see' }])
    expect(page.hiddenLetters).toBe(3)
    expect(page.isCut).toBe(false)
  })

  test('is read up to its limits', () => {
    const links = readHtml('<a href="x">y</a>'.repeat(600))
    expect(links.links).toHaveLength(500)
    expect(links.isCut).toBe(false)
    const tags = readHtml(`${'<i>'.repeat(20_000)}a<i>b`)
    expect(tags).toMatchObject({ text: 'a', tags: 20_001, isCut: true })
    expect(readHtml('<i>'.repeat(20_000)).isCut).toBe(false)
    expect(readHtml(`${' '.repeat(199_999)}ab`)).toMatchObject({ isCut: true })
    expect(readHtml('<i></i>'.repeat(2000) + 'ab'.repeat(30_000)).text).toHaveLength(40_000)
    expect(readHtml('a'.repeat(200_000)).isCut).toBe(false)
  })
})

test.each([
  ['display:none', true],
  ['color: red; DISPLAY : NONE !important', true],
  ['visibility:hidden', true],
  ['font-size:0', true],
  ['a:b;font-size:0px;', true],
  ['font-size: 0em!important', true],
  ['font-size:0.9em', false],
  ['font-size:10px', false],
  ['font-size:1px', true],
  ['font-size:12px', false],
  ['x-font-size:0', false],
  ['opacity:0', true],
  ['opacity:0.00', true],
  ['opacity:0.5', false],
  ['a:b;opacity:0;c:d', true],
  ['max-height:0', true],
  ['max-height:0px;overflow:hidden', true],
  ['max-height:0.5em', false],
  ['line-max-height:0', false],
  ['color:#fff;font-size:2px', true],
  ['color:white;a:b;font-size:3px', true],
  ['color:#FFFFFF;font-size:0px', true],
  ['color:transparent;font-size:4px', false],
  ['color:#fffa;font-size:2px', false],
  ['background-color:#fff;font-size:2px', false],
  ['color:white', false],
  ['', false],
  [`${'a'.repeat(1000)};display:none`, false],
])('a style that hides its text is known: %s', (style, expected) => {
  expect(isHiddenStyle(style)).toBe(expected)
})
