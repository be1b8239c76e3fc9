import { describe, expect, test } from 'vitest'
import { readMail } from '../../../judge/read/read-mail.ts'
import { codesOf, judge, makeMail } from '../../support/judge/mails.ts'

const bytes = (text: string) => Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'latin1')

test.each([
  ['windows-1256', 'quoted-printable', '=E3=D1=CD=C8=C7', 'مرحبا'],
  ['utf-8', 'base64', Buffer.from('مرحبا').toString('base64'), 'مرحبا'],
  ['iso-8859-1', '8bit', 'caf\u00e9', 'café'],
])('a text in %s as %s is read', async (charset, encoding, coded, text) => {
  const raw = `From: a@b.example\nContent-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n\n${coded}\n`
  expect((await readMail(bytes(raw))).text).toBe(text)
})

test('what a reader sees of a page is read apart from what is hidden', async () => {
  const hidden = 'recipe of the garden '.repeat(30)
  const body = `<html><head><style>p{color:red}</style></head><body><p>Sign in&nbsp;now</p><div style="display:none">${hidden}</div><a href="https://x.example/a">go <b>there</b></a></body></html>`
  const { text, html, links } = await readMail(makeMail({ type: 'text/html', body }))
  expect(text).toBe('Sign in now\ngo there')
  expect(html?.hiddenLetters).toBeGreaterThan(500)
  expect(links).toEqual([{ target: 'https://x.example/a', text: 'go there' }])
})

test('names in an archive are read, and nothing is unpacked', async () => {
  const head = Buffer.from([
    80, 75, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255,
    8, 0, 0, 0,
  ])
  const zip = Buffer.concat([head, Buffer.from('bill.exe')]).toString('base64')
  const body = `--b\nContent-Type: text/plain\n\nThe invoice.\n--b\nContent-Type: application/zip; name=bill.zip\nContent-Transfer-Encoding: base64\n\n${zip}\n--b--`
  const mail = makeMail({ type: 'multipart/mixed; boundary=b', body })
  expect((await readMail(mail)).attachments[0]?.entries).toEqual(['bill.exe'])
  expect(codesOf(await judge(mail))).toContain('dangerous_attachment')
})

describe('bytes that are no mail', () => {
  test.each([
    ['nothing', ''],
    ['zeros', '\0'.repeat(5000)],
    ['no header lines', 'just a text'],
    ['a part without an end', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx'],
    ['a boundary of nothing', 'Content-Type: multipart/mixed; boundary=""\n\n--\n--\n----'],
    ['wrong base64', 'Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n===a*b=c'],
    ['an unknown charset', 'Content-Type: text/plain; charset=martian\n\nhello'],
  ])('get an answer: %s', async (_, text) => {
    const { level, score } = await judge(bytes(text))
    expect(['safe', 'suspicious']).toContain(level)
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThanOrEqual(1)
  })

  test('are named as such', async () => {
    expect((await judge(bytes(''))).unread).toEqual(['no_headers', 'no_text', 'authentication'])
  })
})

test('a file costs nothing to pass over, and a long text is read from both ends', async () => {
  const part = `--b\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n${`${'QUJD'.repeat(19)}\n`.repeat(20_000)}`
  const long = `Confirm your password ${'x '.repeat(100_000)}`
  const body = `--b\nContent-Type: text/plain\n\nThe report is attached.\n${part}--b\n\n${long}the end\n--b--`
  const read = await readMail(makeMail({ type: 'multipart/mixed; boundary=b', body }))
  expect(read.text).toMatch(/^The report is attached\.\nConfirm your password x.*the end$/s)
  expect(read.unread).toEqual(['too_large'])
})

test('a mail of many lines is read in steps, between which the caller may pause', async () => {
  const body = `--b\n\n${'--\n'.repeat(50_000)}`
  const mail = makeMail({ type: 'multipart/mixed; boundary=b', body })
  let pauses = 0
  await readMail(mail, async () => {
    pauses += 1
  })
  expect(pauses).toBeGreaterThan(15)
})
