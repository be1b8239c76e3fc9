import { expect, test } from 'vitest'
import { readMail, readPasted } from '../../../judge/read/read-mail.ts'
import { encodeText, wholeMailIn } from '../../../src/lib/core/judged/whole-mail.ts'

const header = 'From: a@b.example\nSubject: Hello\n'

/** Shapes of a pasted text, by a piece that is repeated. */
const shapes: readonly (readonly [before: string, piece: string, after?: string])[] = [
  ['', 'a'],
  ['', 'Confirm it\n'],
  ['', 'a:b\n'],
  ['', 'a:b\n \n'],
  ['', ' \n', 'x'],
  ['', `${'> '.repeat(50)}\n`],
  ['', '--\n'],
  ['', `\n${'-'.repeat(79)}\n${'-'.repeat(79)}\n${'-'.repeat(79)}x`],
  ['', 'https://host.example/ www.host.example host.com '],
  ['', 'person@host.example, '],
  ['', 'QWxsIHdvcmsgYW5kIG5v\n'],
  ['', '<p style="color:red">x</p>'],
  ['', 'نرجو تحويل المبلغ إلى حسابنا الجديد '],
  [header, ' x\n', '\nText'],
  [header, ' x\n', 'Text'],
  [header, ' \n', 'Text'],
  [header, 'X-A: b\r\n', '\r\nText'],
  [header, 'X-A: b\n', 'Text'],
  [`${header}X-A: `, 'b', '\n\nText'],
  [header, '\n', 'Text'],
  [`${header}Content-Type: text/html\n\n`, '<a href="https://h.example/">x</a>'],
  [`${header}Content-Type: text/html\n\n<img src="data:image/png;base64,`, 'iVBORw0KGgo', '">'],
]

/** Milliseconds of processor time, the least of two runs, or of one that is short. */
async function timeOf(text: string, shortMs = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 2 && least > shortMs; run += 1) {
    const began = process.threadCpuUsage()
    const mail = wholeMailIn(text)
    if (mail === undefined) await readPasted(text)
    else await readMail(await encodeText(mail))
    const { user, system } = process.threadCpuUsage(began)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

test('every shape of a long pasted text is read, in a time that grows with its length', async () => {
  for (const [before, piece, after = ''] of shapes) {
    const textOf = (length: number) =>
      before + piece.repeat(Math.ceil(length / piece.length)) + after
    const small = await timeOf(textOf(100_000))
    // Thirty times the length: a square would take 900 times as long.
    const mostMs = Math.max(small, 4) * 120
    expect(await timeOf(textOf(3_000_000), mostMs), piece).toBeLessThan(mostMs)
  }
})

test('a header that goes on for megabytes is still that of a mail', () => {
  expect(wholeMailIn(`${header}${' x\n'.repeat(3_000_000)}\nText`)).toBeDefined()
  expect(wholeMailIn(`${'a:b\n'.repeat(3_000_000)}\nText`)).toBeUndefined()
})

test('a text keeps its letters when it is encoded in parts', async () => {
  const text = `a${'😀'.repeat(1_100_000)}`
  expect(new TextDecoder().decode(await encodeText(text)) === text).toBe(true)
})

test('an address that stands in a text again and again is one link', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `https://host${at % 400}.example/`)
  const { links } = await readPasted(many.join(' '))
  expect(links).toHaveLength(400)
})
