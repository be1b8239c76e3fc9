import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { receiptWords } from '../../server/receipts/receipt-page.ts'
import { readPageFiles } from '../../src/content/page-files.ts'
import { currentPrice } from '../../src/content/rules/promises.ts'

const { pages } = readPageFiles('.')
const textOf = (slug: string, locale: string) =>
  pages.find((it) => it.slug === slug && it.locale === locale)?.source ?? expect.fail(slug)
const security = readFileSync('docs/security.md', 'utf8')
const asvs = readFileSync('docs/asvs.md', 'utf8')

describe('What the page Security says is what the documents say', () => {
  test.for([
    ['30 days', /30 days for safe and suspicious email/, security, '30 يومًا'],
    ['400 days', /`daily_counts` .* 400 days/, security, '400 يوم'],
    ['Two years', /`weekly_scores` .* two years/, security, 'سنتان'],
    ['180 days', /`known_devices` .* 180 days/, security, '180 يومًا'],
    ['12 hours', /A session ends 12 hours after the sign-in/, security, '12 ساعة'],
    ['60 minutes', /or after 60 minutes without a call/, security, '60 دقيقة'],
    ['argon2id', /the password as argon2id/, security, 'argon2id'],
    ['no promised time', /No deadline is promised/, security, 'لا مهلة موعودة'],
    ['The disk is the operator', /\*\*Encryption\*\* of the disk/, security, 'شأن المشغّل'],
    ['They are optional', /Second factors are optional until/, security, 'وهي اختيارية'],
  ] as const)('%s', ([english, proof, document, arabic]) => {
    expect(textOf('security', 'en').toLowerCase()).toContain(english.toLowerCase())
    expect(document).toMatch(proof)
    expect(textOf('security', 'ar')).toContain(arabic)
  })

  test('the figures of the standard are those of its table', () => {
    const row = /^\| 1 +\| (\d+) +\| (\d+) +\| (\d+) +\| (\d+) +\| (\d+) +\|$/m.exec(asvs) ?? []
    const [, all, hold, not, operator, inapplicable] = row
    expect(textOf('security', 'en')).toContain(
      `Of ${all} requirements at level 1, ${hold} hold, ${not} do not or only in part, ${operator} are the operator's, and ${inapplicable} do not apply.`,
    )
    for (const figure of [all, hold, not, operator, inapplicable]) {
      expect(textOf('security', 'ar')).toMatch(new RegExp(`(?<!\\d)${figure}(?!\\d)`))
    }
  })

  test('the clocks of the law are 24 hours for people and 72 for the authority', () => {
    expect(textOf('security', 'en')).toMatch(/people affected"\n.*\n +until: "Within 24 hours"/)
    expect(textOf('security', 'en')).toMatch(/The authority"\n.*\n +until: "Within 72 hours"/)
    expect(textOf('security', 'ar')).toMatch(/المتأثرون"\n.*\n +until: "خلال 24 ساعة"/)
    expect(textOf('security', 'ar')).toMatch(/الرقابية"\n.*\n +until: "خلال 72 ساعة"/)
  })
})

test('the price of the page is what receipts have, which are no tax invoices', () => {
  expect(textOf('pricing', 'en')).toContain(`price: "${currentPrice}"`)
  expect(receiptWords.en.notAnInvoice).toContain('a receipt, not a tax invoice')
  expect(textOf('pricing', 'en')).toContain('It is a receipt, not a tax invoice')
  expect(textOf('pricing', 'ar')).toContain('إيصال، لا فاتورة ضريبية')
})

describe('What the public pages say of the judge is what the documents say', () => {
  const landing = (locale: string) =>
    readFileSync(`src/content/${locale}landing.yaml`, 'utf8') +
    readFileSync(`src/content/${locale}faq.yaml`, 'utf8')

  test.for([
    ['Not kept', /no table, log line or file gets any of its text/, 'لا تُحفظ'],
    [
      'over an encrypted connection or within one machine',
      /only over TLS or loopback/,
      'عبر اتصال مشفّر',
    ],
    ['no text of it is stored or logged', /stores and logs no text of it/, 'ولا يُخزَّن من نصها شيء'],
  ] as const)('%s', ([english, proof, arabic]) => {
    expect(textOf('security', 'en')).toContain(english)
    expect(security).toMatch(proof)
    expect(textOf('security', 'ar')).toContain(arabic)
  })

  test('its models are its own, beside the filter, on its server, and only mark', () => {
    const english = landing('')
    expect(english).toMatch(/AI models of its own .* beside your mail filter/)
    expect(english).toContain('They are read on the server that runs Aman.')
    expect(english).toContain("Aman's model alone marks an email and stops none.")
    expect(english).toContain("Aman's own AI model reads each message beside your filter.")
    const arabic = landing('ar/')
    expect(arabic).toMatch(/نماذج أمان للذكاء الاصطناعي، إلى جانب مرشّح البريد/)
    expect(arabic).toContain('تُقرأ على خادم أمان.')
    expect(arabic).toContain('ونموذج أمان وحده لا يوقف رسالة.')
    expect(arabic).toContain('يقرؤها نموذج أمان إلى جانب المرشّح')
  })
})
