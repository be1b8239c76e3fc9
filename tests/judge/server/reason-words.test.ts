import { expect, test } from 'vitest'
import { reasonIn } from '../../../server/judge/analyse-mail.ts'

test.each(['en', 'ar'] as const)(
  'look-alike letters are shown in Punycode in a reason: %s',
  (locale) => {
    const values = { domain: 'аramex.com', other: 'aramex.com' }
    const said = reasonIn(locale, { code: 'lookalike_of_correspondent', speaks: 'against', values })
    expect(said).toContain('xn--ramex-3ve.com')
    expect(said).not.toContain('а')
    expect(said).toContain('aramex.com')
  },
)

test('what turns the direction of a sentence is named in its reason', () => {
  const values = { words: 'pay\u202e now' }
  const said = reasonIn('en', { code: 'asks_for_payment', speaks: 'against', values })
  expect(said).toContain('pay[U+202E] now')
  expect(said).not.toMatch(/[\u202e]/)
})
