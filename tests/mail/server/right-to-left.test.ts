import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { composeMail, type QueuedMail, rightToLeftPart } from '../../../server/mail/transport.ts'

const subject = 'بلاغ عن رسالة خطِرة من رانيا Haddad: لوحة المعلومات وسياسة الخصوصية في المؤسسة'
const text = `مرحبًا رانيا،

العنوان الجديد:
new@firm.example
2001:db8::7

https://aman.firm.example/ar/set-password/#a&b

<b>ليست خطًا عريضًا</b>
`

const queued: QueuedMail = {
  id: '1',
  recipient: 'rania@firm.example',
  subject,
  body: text,
  created_at: '2026-03-02T08:05:00.000Z',
  attempts: 0,
  next_attempt_at: '2026-03-02T08:05:00.000Z',
  sent_at: null,
  last_error: null,
  given_up_at: null,
  reply_to: null,
  message_id: '<1@aman.example>',
  holds_secret: 0,
}

async function sourceOf(mail: QueuedMail): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message } = await composer.sendMail(composeMail(mail, 'no-reply@aman.example'))
  return String(message)
}

/** RFC 2047: the words of a header, with characters that may be parted between two of them. */
function decodedSubject(source: string): string {
  const [, header = ''] = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(source) ?? []
  const words = [...header.matchAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi)]
  return words
    .map(([, encoding, word = '']) =>
      encoding?.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeURIComponent(word.replaceAll('_', ' ').replaceAll('=', '%')),
    )
    .join('')
}

test('an Arabic mail has its text and an HTML part from right to left', async () => {
  const source = await sourceOf(queued)
  expect(source).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(source).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m)
  expect(source).toMatch(/^Content-Type: text\/html; charset=utf-8$/m)
  // Lines of ASCII alone, whatever the server on the way supports.
  expect(source).not.toMatch(/[^\x20-\x7e\t\n]/)
  expect(decodedSubject(source)).toBe(subject)
})

test('an English mail is plain text, also to an Arabic name', async () => {
  const source = await sourceOf({ ...queued, subject: 'Hello', body: 'Hello رانيا,\n\na text\n' })
  expect(source).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m)
  expect(source).not.toContain('text/html')
})

test('addresses and links have their own direction, and text is never markup', () => {
  const part = rightToLeftPart({ subject: '<i>', text }) ?? ''
  expect(part).toContain('<html lang="ar" dir="rtl">')
  // Webmail keeps the body and drops what is around it.
  expect(part).toContain('<body dir="rtl"')
  expect(part).toContain('<p dir="rtl">مرحبًا رانيا،</p>')
  expect(part).toContain('<span dir="ltr">new@firm.example</span><br>')
  expect(part).toContain('<span dir="ltr">2001:db8::7</span>')
  const url = 'https://aman.firm.example/ar/set-password/#a&amp;b'
  expect(part).toContain(`<a dir="ltr" href="${url}">${url}</a>`)
  expect(part).toContain('&lt;b&gt;ليست خطًا عريضًا&lt;/b&gt;')
  expect(part).not.toMatch(/<(?:b|i)>/)
})
