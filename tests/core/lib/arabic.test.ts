import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { catalogueOf, speak } from '../../../build/locales/catalogue.ts'
import { isolateData } from '../../../build/locales/translated.ts'
import { formatMoney } from '../../../src/lib/core/format/money.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { $messageListWords } from '../../../src/lib/emails/words/message-list.words.yaml'
import { withoutIsolates } from '../../../src/lib/files/save-file.ts'
import { $riskReasonsWords } from '../../../src/lib/risk/words/risk-reasons.words.yaml'
import { $signInWords } from '../../../src/lib/sign-in/words/sign-in.words.yaml'

describe('in Arabic', () => {
  beforeEach(() => speak('ar'))
  afterEach(() => $locale.set('en'))

  test.each([
    [0, 'لا رسائل'],
    [1, 'رسالة واحدة'],
    [2, 'رسالتان'],
    [3, '3 رسائل'],
    [11, '11 رسالة'],
    [100, '100 رسالة'],
    [1_203, '1,203 رسائل'],
  ])('%d messages take the form of their number', (count, text) => {
    expect($messageListWords.get().found(count)).toBe(text)
  })

  test('days take the case of what they stand in', () => {
    const { days, forecast } = $riskReasonsWords.get()
    expect(forecast({ band: 'خطورة منخفضة', time: days(2) })).toContain('بعد يومين.')
    expect(days(15)).toBe('15 يومًا')
  })

  test('amounts and the name of the product are Arabic, digits Western', () => {
    expect(formatMoney(1234.5)).toBe('1,234.50 د.أ')
    expect($signInWords.get().title).toBe('تسجيل الدخول إلى أمان')
  })
})

test('data in an Arabic sentence is isolated on the page, and plain in what leaves it', () => {
  speak('ar')
  const { neverSeen } = $messageListWords.get()
  $locale.set('en')
  expect(neverSeen({ sender: '365-firm.example' })).toContain('\u2068365-firm.example\u2069')
  expect(withoutIsolates(neverSeen({ sender: '365-firm.example' }))).toMatch(
    /من 365-firm\.example$/,
  )
})

test('a new placeholder is isolated without another word about it', () => {
  expect(isolateData('يوجد {anything_new} هنا')).toBe('يوجد \u2068{anything_new}\u2069 هنا')
  expect(isolateData('أما www.{domain} فهو')).toBe('أما \u2068www.{domain}\u2069 فهو')
  expect(isolateData({ one: '{vendor}', other: '{count} من {vendor}' })).toEqual({
    one: '\u2068{vendor}\u2069',
    other: '{count} من \u2068{vendor}\u2069',
  })
})

test('no Arabic text has a day in digits, whose parts would be turned around', () => {
  expect(catalogueOf('ar', 'all')).not.toMatch(/\d+-\d+/)
})
