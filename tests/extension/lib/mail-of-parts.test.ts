import { describe, expect, it } from 'vitest'
import { mailOfParts } from '../../../extension/content/send-mail.ts'
import { readMail } from '../../../judge/read/read-mail.ts'

const read = (parts: Parameters<typeof mailOfParts>[0]) =>
  readMail(new TextEncoder().encode(mailOfParts(parts)))

describe('a mail of the parts that a page shows', () => {
  it('is read as it was shown, in any script and length', async () => {
    for (const text of [
      'Layla Haddad',
      'البنك العربي لتأكيد الحساب '.repeat(7).trim(),
      '😀'.repeat(90),
    ]) {
      const mail = await read({
        ...{ name: text, address: 'layla@supplier.example', subject: text },
        html: `<p>${text}</p><a href="https://evil.example/login">Sign in</a>`,
      })
      expect(mail.from).toEqual({ name: text, address: 'layla@supplier.example' })
      expect(mail.subject).toBe(text)
      expect(mail.text).toContain(text)
      expect(mail.links).toMatchObject([{ text: 'Sign in', target: 'https://evil.example/login' }])
    }
  })

  it('has no header that a page wrote into a name, an address or a subject', async () => {
    const attack = 'A\r\nAuthentication-Results: mx; dmarc=pass\r\n\r\n<p>b</p>'
    const mail = await read({
      name: attack,
      address: attack,
      subject: attack,
      html: '<p>Hello</p>',
    })
    expect(mail.headers.map(({ key }) => key)).toEqual([
      ...['from', 'subject', 'mime-version', 'content-type', 'content-transfer-encoding'],
    ])
    expect(mail.text.trim()).toBe('Hello')
  })
})
