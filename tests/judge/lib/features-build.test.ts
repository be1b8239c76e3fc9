import { expect, test } from 'vitest'
import { buildFeatures } from '../../../judge/features/build.ts'
import { hashOf } from '../../../judge/features/hash.ts'
import { placesOf, plainWords, restsOf, wordPlaces } from '../../../judge/features/words.ts'
import { nameKeys } from '../../../judge/rules/name-keys.ts'
import { type Case, differences } from '../../support/judge/features.ts'

const usual = ['hasPage', 'plainOnly', 'tags', 'tagsForLetters', 'letters']
const long = 'Good morning Rania, here are the minutes of our meeting on Tuesday, as promised. '
const page = (body: string) => ({ type: 'text/html; charset=utf-8', body })
const beside = (text: string, ...list: string[]) => ({
  type: 'multipart/mixed; boundary=b',
  body: `--b\nContent-Type: text/plain\n\n${text}\n${list.map((p) => `--b\n${p}\n`).join('')}--b--`,
})
const parts = (...list: string[]) => beside(long, ...list)
const file = (name: string, type = 'application/octet-stream', content = 'QUJD') =>
  `Content-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${content}`
const both = (plain: string, html: string) => ({
  type: 'multipart/alternative; boundary=b',
  body: `--b\nContent-Type: text/plain\n\n${plain}\n--b\nContent-Type: text/html\n\n${html}\n--b--`,
})
const text = (body: string, subject = 'Minutes of Tuesday', headers: string[] = []) => ({
  body,
  subject,
  headers,
})
const zip = (name: string, flags = 0) =>
  Buffer.concat([
    // The head of a file in a ZIP archive: no times, three bytes, a name.
    Buffer.from(`504b03041400${flags.toString(16).padStart(2, '0')}0000000000000000000000`, 'hex'),
    Buffer.from([3, 0, 0, 0, 3, 0, 0, 0, name.length, 0, 0, 0]),
    Buffer.from(name),
    Buffer.from('abc'),
  ]).toString('base64')
const cases: readonly Case[] = [
  ['a page alone', page(`<p>${long}</p>`), { pageOnly: 1 }],
  [
    'a page with the same plain text',
    both(long, `<p>${long}</p>`),
    { hasPage: 1, plainOnly: 0, tags: 1, tagsForLetters: 0.008, letters: 80 },
  ],
  [
    'a page with a much longer plain text',
    both(long.repeat(3), `<p>${long}</p>`),
    { plainDiffers: 1 },
  ],
  [
    'hidden text',
    page(`<p>${long}</p><div style="display:none">${'hidden words '.repeat(20)}</div>`),
    { pageOnly: 1, hiddenShare: 1.992, inlineStyles: 0.333 },
  ],
  [
    'very much hidden text',
    page(`<p>Hi</p><div style="display:none">${'hidden words '.repeat(60)}</div>`),
    { pageOnly: 1, hiddenShare: 5, inlineStyles: 0.333 },
  ],
  [
    'pictures',
    page(`<p>${long}</p><img src="https://cdn.example/1.png"><img src="cid:1"><img>`),
    { pageOnly: 1, pictures: 3, farPictures: 1 },
  ],
  [
    'many pictures',
    page(`<p>${long}</p>${'<img src="http://cdn.example/1.png">'.repeat(40)}`),
    { pageOnly: 1, pictures: 30, farPictures: 30 },
  ],
  ['a picture alone', page('<img src="cid:1">'), { pageOnly: 1, pictures: 1, onlyPictures: 1 }],
  [
    'a picture attached without text',
    beside('Hi', file('a.png', 'image/png')),
    { onlyPictures: 1, files: 1 },
  ],
  ['a short text alone', text('Hi'), { letters: 2 }],
  [
    'tables',
    page(`<table style="width:1px"><tr><td style="">${long}</td></tr></table><table></table>`),
    { pageOnly: 1, tables: 2, inlineStyles: 0.2 },
  ],
  [
    'many tags',
    page(`<p>${'<b>a</b>'.repeat(1600)}</p>${'<table></table>'.repeat(70)}`),
    { pageOnly: 1, tables: 60, short: 0 },
  ],
  [
    'styles',
    page(
      `<html><head><style>${'p{color:red}'.repeat(20)}</style></head><body><p style="a">${long}</p></body></html>`,
    ),
    { pageOnly: 1, inlineStyles: 0.167, styleLetters: 240 },
  ],
  [
    'very long styles',
    page(`<style>${'p{color:red}'.repeat(2000)}</style><p>${long}</p>`),
    { pageOnly: 1, styleLetters: 20000 },
  ],
  [
    'a form for a password',
    page(`<p>${long}</p><form action="https://x.example"><input type="PASSWORD"></form>`),
    { pageOnly: 1, forms: 1, passwordFields: 1 },
  ],
  [
    'a script and a refresh',
    page(
      `<p>${long}</p><script>alert(1)</script><meta http-equiv="Refresh" content="0;url=https://x.example">`,
    ),
    { pageOnly: 1, scripts: 1, refreshes: 1 },
  ],
  ['a long text', text(long.repeat(200)), { short: 0 }],
  ['a text of three hundred letters', text('a'.repeat(300)), { short: 0 }],
  ['a text of 299 letters', text('a'.repeat(299)), { letters: 299 }],
  [
    'an inline picture',
    parts(
      `Content-Type: image/png; name="a.png"\nContent-Disposition: inline; filename="a.png"\nContent-Transfer-Encoding: base64\n\nQUJD`,
    ),
    { letters: 80 },
  ],
  ['many files', parts(...Array.from({ length: 12 }, (_, i) => file(`m${i}.txt`))), { files: 10 }],
  [
    'an archive with a program',
    parts(file('a.zip', 'application/zip', zip('setup.exe'))),
    { files: 1, dangerousFiles: 1, archives: 1 },
  ],
  [
    'an encrypted archive',
    parts(file('a.dat', 'application/octet-stream', zip('plan.txt', 1))),
    { files: 1, archives: 1, encryptedFiles: 1 },
  ],
  [
    'an encrypted PDF',
    parts(
      file(
        'plan.pdf',
        'application/pdf',
        Buffer.from('%PDF-1.7\n/Encrypt 3 0 R').toString('base64'),
      ),
    ),
    { files: 1, encryptedFiles: 1, pdfFiles: 1 },
  ],
  [
    'an invitation',
    parts('Content-Type: text/calendar; name="i.ics"\n\nBEGIN:VCALENDAR'),
    { files: 1, calendars: 1 },
  ],
  ['an answer', text(long, 'Re: Minutes', ['In-Reply-To: <1@clinic.example>']), { isReply: 1 }],
  [
    'an answer by its references',
    text(long, 'Minutes', ['References: <1@clinic.example>']),
    { isReply: 1 },
  ],
  ['an answer without a thread', text(long, 'Re: Minutes'), { replyWithoutThread: 1 }],
  ['an answer in Arabic without a thread', text(long, 'رد: محضر'), { replyWithoutThread: 1 }],
  ['a forwarded mail without a thread', text(long, 'Fw: Minutes'), { forwardWithoutThread: 1 }],
  ['a subject that holds an answer', text(long, 'Minutes re: Tuesday'), { letters: 80 }],
  [
    'a newsletter',
    text(long, 'Minutes', [
      'List-Unsubscribe: <https://supplier.example/u>',
      'List-Id: <news.supplier.example>',
    ]),
    { hasUnsubscribe: 1, hasListId: 1 },
  ],
  [
    'a list by its address',
    text(long, 'Minutes', ['List-Post: <mailto:list@supplier.example>']),
    { hasListId: 1 },
  ],
  ['a quoted text', text('I agree.\n> Shall we meet?'), { quotes: 1 }],
  ['a forwarded text', text('See below.\n---- Forwarded message ----\nHello'), { quotes: 1 }],
  [
    'an earlier mail',
    text('I agree.\nOn Tuesday, 24 November, Lena wrote:\nShall we meet?'),
    { quotes: 1 },
  ],
  ['an earlier mail in Arabic', text('أوافق.\nفي الثلاثاء 24 نوفمبر كتب أحمد'), { quotes: 1 }],
  ['a sign within a line', text('a > b and so on'), { letters: 15 }],
  [
    'an inline file',
    parts(
      `Content-Type: text/plain; name="a.txt"\nContent-Disposition: inline; filename="a.txt"\nContent-Transfer-Encoding: base64\n\nQUJD`,
    ),
    { letters: 84 },
  ],
  [
    'a text of sixty letters beside a picture',
    beside('a'.repeat(60), file('a.png', 'image/png')),
    { files: 1 },
  ],
  ['a short text beside a file', beside('Hi', file('a.txt')), { files: 1 }],
  [
    'a plain text twice as long',
    both('a'.repeat(20), `<p>${'a'.repeat(10)}</p>`),
    { hasPage: 1, plainOnly: 0, tags: 1, tagsForLetters: 0.017, letters: 10 },
  ],
  [
    'a calendar with its method',
    parts('Content-Type: text/calendar; method=REQUEST; name="i.ics"\n\nBEGIN:VCALENDAR'),
    { files: 1, calendars: 1 },
  ],
  [
    'an answer after a space and before one',
    text(long, '  Re : Minutes'),
    { replyWithoutThread: 1 },
  ],
  ['a subject that begins like an answer', text(long, 'Reading : Minutes'), { letters: 80 }],
  ['a forwarded mail after a space', text(long, ' FWD : Minutes'), { forwardWithoutThread: 1 }],
  ['a subject that holds a forwarded one', text(long, 'Minutes fwd: Tuesday'), { letters: 80 }],
  ['a subject that begins like a forwarded one', text(long, 'Fwdx : Minutes'), { letters: 80 }],
  ['dashes within a line', text('See a ---- forwarded message'), { letters: 28 }],
  ['dashes without a space', text('See below.\n---original message'), { quotes: 1 }],
  ['an earlier mail within a line', text('Hello, on Tuesday Lena wrote: yes'), { letters: 33 }],
  [
    'an earlier mail in Arabic within a line',
    text('أوافق. ثم في الثلاثاء 24 كتب'),
    { letters: 28 },
  ],
  ['a quoted text far behind', text(`${'word '.repeat(4100)}\n> quoted`), { short: 0 }],
]

test.each(cases)('of %s is said how it is built', async (_, parts, expected) => {
  expect(await differences(buildFeatures, parts, {}, usual)).toEqual(expected)
})

test.each<[string, Case[2], string?]>([
  ['minutes.txt', {}],
  ['invoice.shtml', { pagesAttached: 1 }],
  ['invoice', { pagesAttached: 1 }, 'text/html'],
  ['logo.SVG', {}],
  ['setup.exe', { dangerousFiles: 1 }],
  ['invoice.pdf.scr', { dangerousFiles: 1, twoEndings: 1 }],
  ['backup.7z', { archives: 1 }],
  ['plan.PDF', { pdfFiles: 1 }],
  ['plan', { pdfFiles: 1 }, 'application/pdf'],
  ['plan.docx', { officeFiles: 1 }],
  ['page.html', { pagesAttached: 1 }],
  ['page.htm', { pagesAttached: 1 }],
  ['page.mht', { pagesAttached: 1, dangerousFiles: 1 }],
  ['page.mhtml', { pagesAttached: 1 }],
  ['page.html.txt', {}],
  ['logo.svg.txt', {}],
  ['page.mht.txt', {}],
  ['page', {}, 'application/text/html'],
  ['backup.zip.txt', {}],
  ['plan.docx.txt', { twoEndings: 1 }],
  ['plan.xls', { officeFiles: 1 }],
  ['plan.ppt', { officeFiles: 1 }],
  ['plan.doc', { officeFiles: 1 }],
  ['plan.doc.com', { dangerousFiles: 1, twoEndings: 1 }],
  ['plan.xls.com', { dangerousFiles: 1, twoEndings: 1 }],
  ['plan.jpg.com', { dangerousFiles: 1, twoEndings: 1 }],
  ['plan.png.com.longending', {}],
])('of the attached file %s is said %o, by its name or its type', async (name, expected, type) => {
  const mail = parts(file(name, type))
  expect(await differences(buildFeatures, mail, {}, usual)).toEqual({ files: 1, ...expected })
})

test.each([
  ['letter case', 'Pay NOW', ['pay', 'now']],
  ['numbers', 'in 24 hours, ١٢ دينار', ['in', '#', 'hours', '#', 'دينار']],
  ['signs that call', 'now!! €5', ['now', '!!', '€', '#']],
  ['signs that do not', 'a-b, c. (d)', ['a', 'b', 'c', 'd']],
  ['letters that are not seen', 'pass\u200bword \u202eabc', ['password', 'cba']],
  ['forms of one letter', 'ﬁle', ['file']],
  ['Arabic vowels and stretching', 'مُحَمَّد مـــال', ['محمد', 'مال']],
  ['forms of Alif, Ya and Ta', 'أحمد إلى مدرسة آخر', ['احمد', 'الي', 'مدرسه', 'اخر']],
  ['a word of thirty letters', 'x'.repeat(30), ['x'.repeat(30)]],
  ['a word of thirty-one letters', 'x'.repeat(31), ['longword']],
  ['nothing', ' \n\t', []],
])('words are in one form: %s', (_, text, expected) => {
  expect(plainWords(text)).toEqual(expected)
})

test('of a long text the first 4,000 words count, of the first 40,000 letters', () => {
  expect(plainWords('a '.repeat(5000))).toHaveLength(4000)
  expect(plainWords(`${'abcdefghi '.repeat(3999)}word and more`)).toHaveLength(4000)
  expect(plainWords(`${' '.repeat(39_998)}abcd`)).toEqual(['ab'])
})

test('a place is the hash of a word in its field, alone and after the word before it', () => {
  const expected = ['s:hello', 's:^ hello', 't:pay', 't:^ pay', 't:now', 't:pay now']
  const places = expected.map((text) => hashOf(text) % wordPlaces)
  expect([...placesOf('Hello', 'Pay now')]).toEqual(places.toSorted((a, b) => a - b))
  expect(placesOf('', 'pay pay pay')).toHaveLength(3)
})

test('long Arabic words have places for each four of their letters, others do not', () => {
  const places = new Set(placesOf('', 'والمدرسه'))
  for (const part of ['والم', 'المد', 'لمدر', 'مدرس', 'درسه']) {
    expect(places).toContain(hashOf(`t:_${part}`) % wordPlaces)
  }
  expect(places.size).toBe(7)
  expect(placesOf('', 'مدرس')).toHaveLength(2)
  expect(placesOf('', 'understanding')).toHaveLength(2)
})

test('a text is also read without its first or last sentences, one to four of each', () => {
  const attack = 'Buy me five cards and send the codes to this address'
  const friendly = 'Lovely weather we have here. See you soon at the lake.'
  expect(restsOf(`${friendly}\n${attack}`)).toContain(attack)
  expect(restsOf(`${attack}!\n\n${friendly}`)).toContain(`${attack}!`)
  expect(restsOf(attack)).toEqual([])
  expect(restsOf('One two three four five six seven eight. '.repeat(9))).toHaveLength(8)
  expect(restsOf(`${attack}. ${'a'.repeat(4000)}`)).toEqual([])
})

test('a hash is the same number everywhere, and another one with a seed', () => {
  expect(hashOf('')).toBe(hashOf('', 0))
  expect([hashOf('aman'), hashOf('aman', 77), hashOf('amam')]).toMatchInlineSnapshot(`
    [
      2960360652,
      390100674,
      2938940337,
    ]
  `)
})

const isFound = (known: string, asked: string) => {
  const keys = new Set(nameKeys(known, 'known'))
  return nameKeys(asked, 'asked').some((key) => keys.has(key))
}

test.each([
  ['Rania Khoury', 'Khoury, Rania'],
  ['Rania Salem Khoury', 'Dr. Rania Khoury (Finance)'],
  ['Omar Haddad', 'عمر حداد'],
  ['عمر حداد', 'Omar Haddad'],
])('the filter of %s finds %s', (known, asked) => {
  expect(isFound(known, asked)).toBe(true)
})

test.each([
  ['Rania Khoury', 'Rania Salem'],
  ['Rania Khoury', 'Rania'],
  ['Rania Khoury', ''],
  ['Lea Aya', 'ليا ايا'],
])('the filter of %s does not find %s', (known, asked) => {
  expect(isFound(known, asked)).toBe(false)
})
