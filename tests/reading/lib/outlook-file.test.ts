import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { emlFromMsg } from '../../../judge/read/outlook/eml-from-msg.ts'
import { decompressRtf } from '../../../judge/read/outlook/rtf.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { requireMail } from '../../../server/emails/checks/check-mail.ts'
import { outlookFile, storedRtf } from '../../support/mail/outlook-file.ts'

const convert = async (file: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await emlFromMsg(file.buffer)).toString()

/** The decoded content of each part. */
function partsOf(eml: string): { head: string; text: string }[] {
  const boundary = /boundary="([^"]+)"/.exec(eml)?.[1]
  return eml
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', body = ''] = part.trim().split('\r\n\r\n')
      return { head, text: Buffer.from(body, 'base64').toString() }
    })
}

test('an Outlook file becomes a mail with its header lines, texts and attachments', async () => {
  const headers = [
    'Received: from a by b;',
    '\tSat, 1 Mar 2025 09:30:00 +0000',
    'DKIM-Signature: v=1; d=bank.example;',
    ' b=abc',
    'ARC-Seal: i=1',
    'From: Bank <a@bank.example>',
    'Subject: Account',
    'MIME-Version: 1.0',
    'Content-Type: text/plain;',
    ' charset=x',
    '',
    '',
  ].join('\r\n')
  const content = Buffer.from('MZ program')
  const eml = await convert(
    outlookFile({
      headers,
      body: 'Bitte prüfen: أهلا',
      attachments: [{ name: 'Rechnung für "Sie".pdf.exe', content }],
    }),
  )
  const [head = ''] = eml.split('\r\n\r\n')
  expect(head.replace(/"aman-[^"]+"/, '"…"')).toBe(
    [
      'Received: from a by b;',
      '\tSat, 1 Mar 2025 09:30:00 +0000',
      'From: Bank <a@bank.example>',
      'Subject: Account',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="…"',
    ].join('\r\n'),
  )
  const [text, attachment, ...others] = partsOf(eml)
  expect(others).toEqual([])
  expect(text).toMatchObject({ text: 'Bitte prüfen: أهلا' })
  expect(text?.head).toContain('text/plain; charset=utf-8')
  expect(attachment?.text).toBe('MZ program')
  expect(attachment?.head).toContain(
    "attachment; filename*=utf-8''Rechnung%20f%C3%BCr%20%22Sie%22.pdf.exe",
  )
  expect(requireMail(Buffer.from(eml))).toEqual({ isSigned: false })
})

test('one without header lines, which was never sent, gets those of its properties', async () => {
  const file = outlookFile({
    sender: 'a@b.example>\r\nBcc: x@y.example',
    senderName: 'A\r\nX-Evil: 1',
    subject: 'Hello\r\nX-Evil: 2',
    body: 'x',
  })
  const [head = ''] = (await convert(file)).split('\r\n\r\n')
  expect(head.split('\r\n').map((line) => line.split(':')[0])).toEqual([
    'From',
    'Subject',
    'MIME-Version',
    'Content-Type',
  ])
})

test.each([
  ['text', Buffer.from('Hello')],
  ['nothing', new Uint8Array()],
  ['half a file', outlookFile({ sender: 'a@b.example' }).slice(0, 600)],
  ['a document without a sender', outlookFile({ subject: 'A note' })],
])('%s is not taken for an Outlook file', async (_, bytes) => {
  await expect(emlFromMsg(new Uint8Array(bytes).buffer)).rejects.toThrow()
})

test('texts in an older encoding are read by the code page of the mail', async () => {
  const sender = 'a@b.example'
  const arabic = outlookFile({ codePage: 1256, sender, body: '\xe3\xd1\xcd\xc8\xc7' })
  const unknown = outlookFile({ codePage: 99_999, sender, body: '\x80' })
  expect(partsOf(await convert(arabic))[0]?.text).toBe('مرحبا')
  expect(partsOf(await convert(unknown))[0]?.text).toBe('€')
})

type Mail = Parameters<typeof outlookFile>[0]

const sender = 'a@b.example'
const read = async (mail: Mail) => readMail(await emlFromMsg(outlookFile(mail).buffer))

/** With the page that it stands for, as Outlook writes it. */
const pageInRtf = String.raw`{\rtf1\ansi\ansicpg1256\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}}{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 \'e3\'d1\'cd\'c8\'c7 {\*\mhtmltag84 <a href="cid:x">}{\*\htmltag84 <a href="https://login.evil.example/x">}\htmlrtf {\field{\*\fldinst{HYPERLINK "https://other.example"}}{\fldrslt\cf1\ul \htmlrtf0 www.bank.example\htmlrtf }}\htmlrtf0{\*\htmltag92 </a>}\htmlrtf }\htmlrtf0{\*\htmltag72 </p>}}`
const richText = String.raw`{\rtf1\ansi{\fonttbl{\f0\fnil Arial;}{\f1\fcharset178 Arial;}}{\colortbl;\red0;}{\*\generator Riched20;}\f1\'e3\'d1\'cd\'c8\'c7 \u1575?\f0 {\field{\*\fldinst HYPERLINK "https://login.evil.example/x"}{\fldrslt{\ul www.bank.example}}}}`
const disguised = { text: 'www.bank.example', target: 'https://login.evil.example/x' }

test.each<[string, Mail, RegExp]>([
  ['a page in rich text', { rtf: storedRtf(pageInRtf) }, /^مرحبا www.bank.example$/],
  ['rich text', { rtf: storedRtf(richText) }, /^مرحبا ?ا ?www.bank.example$/],
  [
    'a page beside plain text and rich text',
    {
      body: 'Hello',
      html: '<p>مرحبا <a href="https://login.evil.example/x">www.bank.example</a>',
      rtf: storedRtf(String.raw`{\rtf1 Hello}`),
    },
    /^مرحبا www.bank.example$/,
  ],
])('the body of an Outlook file is %s', async (_, mail, text) => {
  const { text: shown, links } = await read({ sender, ...mail })
  expect(shown).toMatch(text)
  expect(links).toEqual([disguised])
})

test('an Outlook file without any text praises nothing', async () => {
  const { unread, text } = await read({ sender, rtf: Buffer.from('no rich text') })
  expect({ unread, text }).toEqual({ unread: ['no_text'], text: '' })
})

/** Both from the specification of the format. */
test.each([
  [
    '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af320 68656c0900206277 05b06c647d0a800fa0',
    '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
  ],
  ['1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0', '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}'],
])('compressed rich text is unpacked: %s', (hex, text) => {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  expect(new TextDecoder().decode(decompressRtf(bytes))).toBe(text)
})

const exchange = '/o=ExchangeLabs/ou=Group/cn=Recipients/cn=0123-rania'

test.each<[string, Mail, { name: string; address: string }]>([
  ['has an address of Exchange', { sender: exchange }, { name: 'Rania', address: '' }],
  ['kept it among what they sent', {}, { name: 'Rania', address: '' }],
  [
    'has another address as well',
    { sender: exchange, texts: { '5D02': 'rania@b.example' } },
    { name: 'Rania', address: 'rania@b.example' },
  ],
  [
    'is not in the header lines',
    { sender: 'rania@b.example', headers: 'Received: from a by b; now\r\n\r\n' },
    { name: 'Rania', address: 'rania@b.example' },
  ],
])('a sender of an Outlook file %s', async (_, mail, from) => {
  const { from: found, unread } = await read({ senderName: 'Rania', body: 'Hello', ...mail })
  expect(found).toEqual(from)
  expect(unread.includes('no_sender')).toBe(from.address === '')
})

test.each([
  [{}, ''],
  [{ 3704: 'INVOIC~1.EXE' }, 'INVOIC~1.EXE'],
  [{ 3001: 'invoice', 3703: '.exe' }, 'invoice.exe'],
])('a file of an Outlook file is named by what there is: %o', async (texts, name) => {
  const content = Buffer.from('MZ')
  const { attachments } = await read({ sender, body: 'x', attachments: [{ texts, content }] })
  expect(attachments).toMatchObject([{ name }])
})

const inner: Mail = { sender: 'thief@c.example', subject: 'Pay', body: 'Pay now' }

test.each<[string, Uint8Array | Mail]>([
  ['a mail', inner],
  ['a file of Outlook', outlookFile(inner)],
  ['a file of another program', Buffer.from('From: thief@c.example\nSubject: Pay\n\nPay now')],
])('a mail in an Outlook file is read: %s', async (kind, content) => {
  const name = kind === 'a file of another program' ? 'x.eml' : 'x.msg'
  const recipients = [{ name: 'Rania', address: 'rania@clinic.example' }]
  const outer = { sender, recipients, attachments: [{ name, content }] }
  const { text, to } = await read(outer)
  expect({ text, to }).toEqual({ text: 'Pay\nPay now', to: recipients })
  const head =
    'From: a@b.example\nContent-Type: application/octet-stream; name="outer.msg"\nContent-Transfer-Encoding: base64'
  const mail = `${head}\n\n${Buffer.from(outlookFile(outer)).toString('base64')}`
  expect((await readMail(Buffer.from(mail))).text).toBe('Pay\nPay now')
})

const sectorBytes = 512
const endOfChain = 0xfffffffe
const base = outlookFile({
  headers: 'From: a@b.example\r\nSubject: Hello\r\n\r\n',
  body: 'Hello',
  recipients: [{ name: 'Rania', address: 'rania@clinic.example' }],
  attachments: [
    { name: 'small.txt', content: Buffer.from('Hello') },
    { name: 'large.bin', content: new Uint8Array(20_000) },
    { name: 'inner', content: { sender: 'a@b.example', body: 'Hello' } },
  ],
})
const view = new DataView(base.buffer)
const placeOf = (sector: number) => (sector + 1) * sectorBytes
const table = placeOf(view.getUint32(76, true))
const entries = placeOf(view.getUint32(48, true))
const smallTable = placeOf(view.getUint32(60, true))
const entryAt = (index: number) => entries + 128 * index
/** The first entry below the root, which has children of its own. */
const firstFolder = Array.from({ length: 20 }, (_, index) => index + 1).find(
  (index) => view.getUint8(entryAt(index) + 66) === 1,
)

type Words = readonly (readonly [offset: number, word: number])[]

function changed(words: Words): Uint8Array<ArrayBuffer> {
  const bytes = base.slice()
  const written = new DataView(bytes.buffer)
  for (const [offset, word] of words) written.setUint32(offset, word, true)
  return bytes
}

/** Each sector is followed by itself. */
const circle = (at: number): Words =>
  Array.from({ length: sectorBytes / 4 }, (_, index) => [at + 4 * index, index] as const)

const folder = entryAt(firstFolder ?? 0)

test.each<[string, Words]>([
  ['whose sectors run in circles', circle(table)],
  ['whose small sectors run in circles', circle(smallTable)],
  [
    'whose tables run in circles',
    [
      [68, 0],
      [72, 0x7fffffff],
      [placeOf(0) + 508, 0],
    ],
  ],
  ['whose folder is in itself', [[folder + 76, firstFolder ?? 0]]],
  ['whose entry is beside itself', [[folder + 68, firstFolder ?? 0]]],
  ['whose stream has four gigabytes', [[entryAt(1) + 120, 0xffffffff]]],
  ['whose root is missing', [[48, endOfChain]]],
  ['with sectors of half a byte', [[30, 0xffff]]],
  ['with sectors of two gigabytes', [[30, 31]]],
  ['that names its tables outside of it', [[76, 0x7fffffff]]],
])('an Outlook file %s is refused or read as far as it goes', async (_, words) => {
  await expectBounded(changed(words))
})

test('no change of a few words makes an Outlook file long to read', async () => {
  // The numbers of a small generator, so that every run changes the same words.
  let state = 42
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const places = [
    () => 24 + 4 * below(122),
    () => table + 4 * below(128),
    () => smallTable + 4 * below(128),
    () => entryAt(below(24)) + 64 + 4 * below(16),
  ]
  const values = [
    () => below(64),
    () => below(2 ** 32),
    () => endOfChain,
    () => 0xffffffff,
    () => 0x80000000,
    () => 0,
  ]
  const any = (list: readonly (() => number)[]) => list[below(list.length)]?.() ?? 0
  for (let round = 0; round < 300; round += 1) {
    const words = Array.from({ length: 1 + below(6) }, () => [any(places), any(values)] as const)
    await expectBounded(changed(words))
  }
})

/** The result is a mail of about the size of the file, or an error. */
async function expectBounded(file: Uint8Array<ArrayBuffer>): Promise<void> {
  const size = await emlFromMsg(file.buffer).then(
    ({ byteLength }) => byteLength,
    (error: Error) => error.message.length,
  )
  expect(size).toBeLessThan(3 * base.length)
}

test('a page answers its reader many times while a large Outlook file is read', async () => {
  const content = new Uint8Array(9_900_000)
  const file = outlookFile({ sender: 'a@b.example', attachments: [{ name: 'a.bin', content }] })
  let turns = 0
  let isRead = false
  const read = emlFromMsg(file.buffer, setImmediate).finally(() => {
    isRead = true
  })
  while (!isRead) {
    await setImmediate()
    turns += 1
  }
  expect((await read).byteLength).toBeLessThan(14_000_000)
  expect(turns).toBeGreaterThan(4)
})
