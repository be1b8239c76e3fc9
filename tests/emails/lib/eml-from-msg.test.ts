import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { requireMail } from '../../../server/emails/checks/require-mail.ts'
import { emlFromMsg } from '../../../src/lib/emails/mail-file/eml-from-msg.ts'
import { outlookFile } from '../../support/mail/outlook-file.ts'

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

test('a mail that is attached becomes one that its readers open', async () => {
  const file = outlookFile({
    sender: 'a@b.example',
    recipients: [{ name: 'Rania', address: 'rania@clinic.example' }],
    attachments: [{ name: 'Inner', content: { sender: 'thief@c.example', body: 'Pay now' } }],
  })
  const mail = await PostalMime.parse(await emlFromMsg(file.buffer))
  expect(mail.to).toEqual([{ name: 'Rania', address: 'rania@clinic.example' }])
  const [inner] = mail.attachments
  expect(inner).toMatchObject({ mimeType: 'message/rfc822', filename: 'Inner' })
  const { content = '' } = inner ?? {}
  expect((await PostalMime.parse(content)).from?.address).toBe('thief@c.example')
})
