import { describe, expect, test } from 'vitest'
import type { Knowledge } from '../../../judge/knowledge.ts'
import { archiveNames } from '../../../judge/read/archive-names.ts'
import { ownAuthentication } from '../../../judge/read/own-authentication.ts'
import { readMail, readPasted } from '../../../judge/read/read-mail.ts'
import { type MailParts, makeMail } from '../../support/judge/mails.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('an archive', () => {
  const entry = (name: string, { flags = 0, content = '', extra = '' } = {}) => {
    const head = Buffer.alloc(30)
    head.write('PK\u0003\u0004', 'latin1')
    head.writeUInt16LE(flags, 6)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(name.length, 26)
    head.writeUInt16LE(extra.length, 28)
    return Buffer.concat([head, bytes(name + extra + content)])
  }

  test('tells the names of its files, one after the other', () => {
    const content = 'y'.repeat(70_000)
    const zip = Buffer.concat([
      entry('a.txt', { content: 'abc', extra: '12' }),
      entry('long.bin', { content }),
      entry('c.exe', { flags: 1 }),
      bytes('PK\u0001\u0002'),
    ])
    expect(archiveNames(zip)).toEqual({
      entries: ['a.txt', 'long.bin', 'c.exe'],
      isEncrypted: true,
    })
    expect(archiveNames(entry('a', { flags: 2 })).isEncrypted).toBe(false)
    expect(archiveNames(zip.subarray(0, 42)).entries).toEqual(['a.txt'])
  })

  test('of another kind, or cut in a head, tells none', () => {
    for (const text of ['', 'PK', 'PK\u0003', 'PK\u0003\u0005', 'QK\u0003\u0004', 'PQ\u0003\u0004'])
      expect(archiveNames(bytes(text)).entries).toEqual([])
  })

  test('of many files tells two thousand, and of long names the beginning', () => {
    const many = Buffer.concat(Array.from({ length: 2050 }, (_, number) => entry(`${number}.txt`)))
    expect(archiveNames(many).entries).toHaveLength(2000)
    const { entries } = archiveNames(Buffer.concat([entry('n'.repeat(300)), entry('b')]))
    expect(entries).toEqual(['n'.repeat(255), 'b'])
  })
})

describe('what the own gateway found out', () => {
  const found = async (headers: readonly string[], knowledge: Knowledge) =>
    ownAuthentication(await readMail(makeMail({ headers })), knowledge)
  const own = { authservId: 'mx.clinic.example' }
  const none = { dmarc: 'none', spf: 'none', dkim: 'none', signers: [] }
  const results = (text: string) => [`Authentication-Results: ${text}`]

  test.each<[string, readonly string[], object | undefined]>([
    [
      'all methods',
      results('mx.clinic.example; dmarc=pass; spf=fail x; dkim=softfail'),
      { ...none, dmarc: 'pass', spf: 'fail', dkim: 'softfail' },
    ],
    [
      'one method, in capitals',
      results('MX.clinic.example;DMARC=Pass'),
      { ...none, dmarc: 'pass' },
    ],
    ['a method in the midst of a word', results('mx.clinic.example; xspf=pass'), none],
    [
      'good signatures, and their domains',
      results('mx.clinic.example; dkim=pass header.d=a.example; dkim=fail header.d=b.example'),
      { ...none, dkim: 'pass', signers: ['a.example'] },
    ],
    ['no method', results('mx.clinic.example'), none],
    ['another gateway', results('mx.other.example; dmarc=pass'), undefined],
    ['a longer name', results('mx.clinic.example.evil.example; dmarc=pass'), undefined],
    [
      'the own gateway below another',
      [...results('x; dmarc=fail'), ...results('mx.clinic.example; dmarc=pass')],
      undefined,
    ],
    [
      'the own gateway above another',
      [...results('mx.clinic.example; dmarc=fail'), ...results('mx.clinic.example; dmarc=pass')],
      { ...none, dmarc: 'fail' },
    ],
    ['nothing', [], undefined],
  ])('is read of the topmost line: %s', async (_, headers, expected) => {
    expect(await found(headers, own)).toEqual(expected)
    expect(await found(headers, {})).toBeUndefined()
  })

  test('is taken from the caller, who knows it already', async () => {
    const headers = results('mx.clinic.example; dmarc=pass')
    const authentication = { spf: 'fail' }
    expect(await found(headers, { ...own, authentication })).toEqual({ ...none, spf: 'fail' })
    const all = { dmarc: 'fail', spf: 'pass', dkim: 'fail' }
    expect(await found(headers, { authentication: all })).toEqual({ ...all, signers: [] })
  })
})

describe('a mail', () => {
  const read = (parts: MailParts) => readMail(makeMail(parts))
  const multipart = (...parts: readonly string[]): MailParts => ({
    type: 'multipart/mixed; boundary=b',
    body: `${parts.map((part) => `--b\n${part}\n`).join('')}--b--`,
  })
  const plain = 'Content-Type: text/plain\n\nGood morning Rania, the report of Tuesday is here.'

  test('has senders and recipients in lower case', async () => {
    const { from, replyTo, returnPath, to } = await read({
      from: 'Lena <LENA@Supplier.example>',
      headers: [
        'Reply-To: A <A@b.example>, c@d.example',
        'Return-Path: <x@y.example>',
        'Cc: Team: P <P@q.example>, r@s.example;',
      ],
    })
    expect(from).toEqual({ name: 'Lena', address: 'lena@supplier.example' })
    expect(replyTo).toEqual([
      { name: 'A', address: 'a@b.example' },
      { name: '', address: 'c@d.example' },
    ])
    expect(returnPath).toBe('x@y.example')
    expect(to.map(({ address }) => address)).toEqual([
      'rania@clinic.example',
      'p@q.example',
      'r@s.example',
    ])
  })

  test('has at most a hundred recipients, and cuts long names, addresses and lines', async () => {
    const many = Array.from({ length: 120 }, (_, number) => `p${number}@clinic.example`).join(', ')
    const mail = await read({
      to: many,
      from: `"${'n'.repeat(300)}" <${'a'.repeat(400)}@b.example>`,
      subject: 's'.repeat(1200),
      headers: [`X-Long: ${'x'.repeat(5000)}`, `Return-Path: <${'r'.repeat(400)}@b.example>`],
    })
    expect(mail.to).toHaveLength(100)
    expect(mail.from.name).toHaveLength(200)
    expect(mail.from.address).toHaveLength(320)
    expect(mail.returnPath).toHaveLength(320)
    expect(mail.subject).toHaveLength(1000)
    expect(mail.headers.find(({ key }) => key === 'x-long')?.value).toHaveLength(4000)
  })

  test('without a sender has an empty one', async () => {
    const mail = await readMail(bytes('Subject: x\r\n\r\nhello'))
    expect(mail.from).toEqual({ name: '', address: '' })
    expect([mail.replyTo, mail.returnPath, mail.to]).toEqual([[], '', []])
    expect(mail.isReply).toBe(false)
  })

  test('is an answer if it names an earlier one', async () => {
    expect((await read({ headers: ['In-Reply-To: <1@b.example>'] })).isReply).toBe(true)
    expect((await read({ headers: ['References: <1@b.example>'] })).isReply).toBe(true)
    expect((await read({})).isReply).toBe(false)
  })

  test('shows its page, or its text where the page is empty', async () => {
    const alternative = (html: string): MailParts => ({
      type: 'multipart/alternative; boundary=b',
      body: `--b\nContent-Type: text/plain\n\nplain\n--b\nContent-Type: text/html\n\n${html}\n--b--`,
    })
    expect(await read(alternative('<p>page</p>'))).toMatchObject({ text: 'page', plain: 'plain' })
    expect(await read(alternative('<p></p>'))).toMatchObject({ text: 'plain', plain: 'plain' })
    const page = await read({ type: 'text/html', body: '<p>page</p>' })
    expect(page).toMatchObject({ text: 'page', plain: undefined })
    const text = await read({ body: 'only' })
    expect(text).toMatchObject({ text: 'only', html: undefined })
  })

  test('has the links of its page, or those that stand in its text', async () => {
    const body = 'See https://x.example/a?b=c, www.y.example/d) or <HTTP://z.example/>.'
    expect((await read({ body })).links).toEqual([
      { target: 'https://x.example/a?b=c', text: 'https://x.example/a?b=c' },
      { target: 'https://www.y.example/d', text: 'www.y.example/d' },
      { target: 'http://z.example/', text: 'HTTP://z.example/' },
    ])
    expect((await read({ body: 'https://x www.a xhttps://y.example' })).links).toEqual([])
    const many = Array.from({ length: 600 }, (_, at) => `https://x.example/${at}`).join(' ')
    expect((await read({ body: many })).links).toHaveLength(500)
  })

  test('says what was not read', async () => {
    const long = 'a'.repeat(40)
    const unread = async (parts: MailParts) => (await read(parts)).unread
    expect(await unread({ body: long })).toEqual([])
    expect(await unread({ body: 'a'.repeat(39) })).toEqual(['no_text'])
    expect(await unread({ type: 'text/html', body: '<img>' })).toEqual(['pictures'])
    expect(await unread(multipart('Content-Type: image/png\n\nabc'))).toEqual(['pictures'])
    expect(
      await unread({ type: 'text/html', body: `<p>${long}</p>${' '.repeat(3_000_000)}` }),
    ).toEqual(['too_large'])
    const lock = 'Content-Type: application/pdf; name=a.pdf\n\n%PDF-1.7 /Encrypt 3 0 R'
    expect(await unread(multipart(plain, lock))).toEqual(['encrypted_attachment'])
    const open = lock.replace('/Encrypt', '/Info')
    expect(await unread(multipart(plain, open))).toEqual([])
    expect(await unread(multipart(plain, lock.replace('%PDF', '%PDX')))).toEqual([])
  })

  test('has its attachments, with what pages do', async () => {
    const { attachments } = await read(
      multipart(
        plain,
        'Content-Type: text/html; name=a.htm\nContent-Disposition: attachment; filename=a.htm\n\n<p>x</p>',
        'Content-Type: application/octet-stream; name=b.SVG\n\n<svg/>',
        'Content-Type: image/png; name=c.png\nContent-Disposition: inline\n\nabc',
        `Content-Type: application/octet-stream; name=${'d'.repeat(300)}.html.txt\n\nabc`,
      ),
    )
    expect(
      attachments.map(({ name, type, isInline, page }) => [name, type, isInline, page?.does]),
    ).toEqual([
      ['a.htm', 'text/html', false, 'shows'],
      ['b.SVG', 'application/octet-stream', false, 'shows'],
      ['c.png', 'image/png', true, undefined],
      ['d'.repeat(255), 'application/octet-stream', false, undefined],
    ])
    const many = multipart(
      plain,
      ...Array.from({ length: 250 }, () => 'Content-Type: image/png\n\nx'),
    )
    expect((await read(many)).attachments).toHaveLength(200)
  })

  test('without headers is read as text', async () => {
    const mail = await readMail(bytes('please verify your account\n\nnow'))
    expect(mail.unread).toEqual(['no_headers', 'no_text'])
    expect(mail.text).toBe('please verify your account\n\nnow')
  })

  test('is read in parts however many there are before, and said to be cut beyond the limits', async () => {
    const last = 'Content-Type: text/plain\n\nverify your account'
    const empty = Array.from({ length: 5000 }, () => '')
    expect(await read(multipart(...empty, last))).toMatchObject({ text: 'verify your account' })
    const many = Array.from({ length: 1002 }, () => 'Content-Type: text/plain\n\nx')
    expect((await read(multipart(...many))).unread).toContain('too_many_parts')
    const deep = 'Content-Type: multipart/mixed; boundary=b\n\n--b\n'
    expect((await readMail(bytes(deep.repeat(300)))).unread).toContain('too_many_parts')
    const mails = 'Content-Type: message/rfc822\n\n'
    expect((await readMail(bytes(mails.repeat(300)))).unread).toContain('too_many_parts')
  })
})

test('of a pasted text the beginning and the end are read', async () => {
  expect((await readPasted(`${'a'.repeat(50_000)} end`)).text).toMatch(/^a{30000}\na+ end$/)
  expect(await readPasted('short')).toMatchObject({
    text: 'short',
    unread: ['no_headers', 'authentication', 'no_text'],
  })
})
