import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { receiptWords } from '../../server/receipts/receipt-page.ts'
import { isDraft, readPageFiles } from '../../src/content/page-files.ts'
import { currentPrice } from '../../src/content/rules/promises.ts'
import { structuredData } from '../../src/content/structured-data.ts'
import { isolatedParts } from '../../src/sections/isolated-parts.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A copy of pages of this repository, to edit. */
async function copyOfPages(...names: ('pricing' | 'security')[]) {
  const folder = await temporaryFolder()
  for (const pages of ['src/content/pages', 'src/content/ar/pages']) {
    for (const name of names) {
      const file = join(pages, `${name}.yaml`)
      cpSync(file, join(folder.path, file))
    }
  }
  const at = (file: string) => join(folder.path, 'src/content', file)
  return {
    ...folder,
    at,
    edit: (file: string, change: (source: string) => string) =>
      writeFileSync(at(file), change(readFileSync(at(file), 'utf8'))),
    problems: () => readPageFiles(folder.path).problems.join('\n'),
  }
}

/** The line of a text in a page of this repository. */
function lineOf(file: string, text: string): number {
  const lines = readFileSync(join('src/content', file), 'utf8').split('\n')
  return lines.findIndex((line) => line.includes(text)) + 1
}

test.for([
  [
    'part: "list"',
    'part: "lists"',
    'sections[2].part',
    /one of text, list, steps, figures, questions, estimator, measurements, promises, privacy, audiences, demo/,
  ],
  ['note: "An estimate', '# note: "An estimate', 'sections[1].note', /is missing/],
  ['price_note:', 'prices:', 'sections[1].prices', /no field has this name/],
  ['type: "pricing"', 'type: "prices"', 'type', /one of pricing, security, accuracy, about/],
  ['label: "Pricing"', 'label: "Pricing', 'punctuation', /no straight quote/],
  ['price: "0.10"', 'price: "0.12"', 'sections[1].price', /receipts have 0\.10/],
  [
    'title: "Pricing: 0.10 JOD per scanned email | Aman"',
    'title: "Pricing: 0.12 JOD per scanned email | Aman"',
    'search.title',
    /says "0\.12 JOD"; promised are .*, 0\.10 JOD/,
  ],
  [
    'Aman costs 0.10 JOD for each',
    'Aman costs 0.20 JOD for each',
    'search.description',
    /says "0\.20 JOD"/,
  ],
  [
    'title: "You pay for what is read."',
    'title: "Read in 5 seconds."',
    'title',
    /says "5 seconds"; promised are 97%/,
  ],
  [
    'order: 1',
    'order: "1"',
    'navigation.order',
    /is wrong: is the text "1"\n {4}expected: .*a whole number from 1, without quotes/,
  ],
  ['order: 1', 'order: 1.5', 'navigation.order', /is wrong: is the number 1\.5\n/],
  ['order: 1', 'order: "first"', 'navigation.order', /a whole number from 1, without quotes/],
] as const)(
  'a page with another %s, %s, is refused by file, line and field',
  async ([text, replacement, field, problem]) => {
    await using copy = await copyOfPages('pricing')
    copy.edit('pages/pricing.yaml', (source) => source.replace(text, replacement))
    const problems = copy.problems()
    expect(problems).toContain('src/content/pages/pricing.yaml needs a correction')
    expect(problems).toMatch(problem)
    const found = new RegExp(`^ {2}${field.replace(/[[\]]/g, '\\$&')} \\(line (\\d+)\\)$`, 'm')
    const line = Number(found.exec(problems)?.[1])
    // A missing field is told at its group.
    const group = text.startsWith('note') ? 'part: "estimator"' : text
    expect(line).toBe(lineOf('pages/pricing.yaml', group))
  },
)

test.for([
  ['a page in Windows-1252', 'pages/pricing.yaml', Buffer.from('label: "Caf\u00e9"', 'latin1')],
  ['a page with a letter that was lost', 'pages/pricing.yaml', Buffer.from('label: "Caf\ufffd"')],
  [
    'an Arabic page in Windows-1256',
    'ar/pages/pricing.yaml',
    Buffer.from([0xc3, 0xe3, 0xc7, 0xe4]),
  ],
] as const)(
  '%s is refused by file and line, with what stands before it',
  async ([, file, bytes]) => {
    await using copy = await copyOfPages('pricing')
    const lines = readFileSync(copy.at(file), 'utf8').split('\n')
    const before = Buffer.from(`${lines.slice(0, 4).join('\n')}\n# `)
    writeFileSync(copy.at(file), Buffer.concat([before, bytes]))
    const problems = copy.problems()
    expect(problems).toContain(`src/content/${file} needs a correction\n\n  the file (line 5)`)
    expect(problems).toMatch(/is not in UTF-8: a letter is lost after #(?: label: "Caf)?/)
  },
)

test('an entry of a part is explained with the fields of that part', async () => {
  await using copy = await copyOfPages('security')
  copy.edit('pages/security.yaml', (source) =>
    source.replace('until: "30 days"', 'till: "30 days"'),
  )
  const line = lineOf('pages/security.yaml', 'until: "30 days"')
  expect(copy.problems()).toContain(`sections[1].entries[2].till (line ${line})`)
  expect(copy.problems()).toContain('expected: one of name, text, until')
})

test('a link leads to a path of the site or to https, and to no script', async () => {
  for (const address of [
    'javascript:alert(1)',
    '//elsewhere.example',
    '/\\\\elsewhere.example',
    'http://a.example',
    'https:pricing',
    'https://bank.example@elsewhere.example',
    'a b',
  ]) {
    await using copy = await copyOfPages('security')
    copy.edit('pages/security.yaml', (source) =>
      source.replace('"/privacy-policy"', `"${address}"`),
    )
    const written = address.replace('\\\\', '\\')
    expect(copy.problems()).toContain(`"${written}" is not such an address`)
  }
})

test('a page cannot have the name of another page of the site, or one that is no address', async () => {
  await using copy = await copyOfPages('pricing')
  const taken = ['login', 'dashboard', 'ar', 'api']
  const wrong = ['About us.yaml', 'About.yaml', 'about.yml']
  for (const name of [...taken.map((it) => `${it}.yaml`), ...wrong]) {
    cpSync(copy.at('pages/pricing.yaml'), copy.at(`pages/${name}`))
  }
  const problems = copy.problems()
  for (const name of taken) {
    expect(problems).toContain(`src/content/pages/${name}.yaml needs a correction`)
    expect(problems).toContain(`/${name} is another page of the site`)
  }
  for (const name of wrong) {
    expect(problems).toContain(`src/content/pages/${name} needs a correction`)
  }
  expect(problems.match(/its name is no address/g)).toHaveLength(wrong.length)
})

test('two pages cannot have one place in the navigation', async () => {
  await using copy = await copyOfPages('pricing', 'security')
  for (const folder of ['', 'ar/']) {
    copy.edit(`${folder}pages/security.yaml`, (source) => source.replace('order: 2', 'order: 1'))
  }
  expect(copy.problems()).toMatch(
    /pages\/security\.yaml needs a correction\n\n {2}navigation\.order \(line 12\)\n.*is 1, which is the place of src\/content\/pages\/pricing\.yaml/,
  )
})

test('a page has one place in all languages', async () => {
  await using copy = await copyOfPages('security')
  copy.edit('ar/pages/security.yaml', (source) => source.replace('order: 2', 'order: 3'))
  const line = lineOf('ar/pages/security.yaml', 'order: 2')
  const [, problem = ''] = copy
    .problems()
    .split('src/content/ar/pages/security.yaml needs a correction')
  expect(problem).toContain(`navigation.order (line ${line})`)
  expect(problem).toContain('is wrong: is not that of src/content/pages/security.yaml')
  expect(problem).toContain('expected: order: 2, as there')
})

test('a page is published in all languages or in none', async () => {
  await using copy = await copyOfPages('security')
  rmSync(copy.at('ar/pages/security.yaml'))
  expect(copy.problems()).toContain('src/content/pages/security.yaml needs a correction')
  expect(copy.problems()).toContain('is wrong: it is only in en')
  expect(copy.problems()).toContain('expected: src/content/ar/pages/security.yaml')
  copy.edit('pages/security.yaml', (source) => `draft: true\n${source}`)
  expect(copy.problems()).toBe('')
})

test('a page with a draft in one language is a draft in all', async () => {
  await using copy = await copyOfPages('pricing')
  copy.edit('ar/pages/pricing.yaml', (source) => `draft: true\n${source}`)
  const { pages, problems } = readPageFiles(copy.path)
  expect(problems).toEqual([])
  expect(isDraft('pricing', pages)).toBe(true)
  expect(isDraft('security', pages)).toBe(false)
})

test('a case study needs the consent of the customer', async () => {
  await using copy = await copyOfPages('pricing')
  for (const folder of ['', 'ar/']) {
    const source = readFileSync(copy.at(`${folder}pages/pricing.yaml`), 'utf8')
    const study = source.replace('"pricing"', '"case-study"').replace(/navigation:\n.*\n.*\n/, '')
    writeFileSync(copy.at(`${folder}pages/a-customer.yaml`), study)
  }
  expect(copy.problems()).toMatch(/agreed_by \(line 1\)\n.*needs the consent of the customer/)
})

test('files of the system and empty folders are no pages', async () => {
  await using folder = await temporaryFolder()
  expect(readPageFiles(folder.path)).toEqual({ pages: [], problems: [] })
  mkdirSync(join(folder.path, 'src/content/pages'), { recursive: true })
  writeFileSync(join(folder.path, 'src/content/pages/.DS_Store'), '')
  expect(readPageFiles(folder.path)).toEqual({ pages: [], problems: [] })
})

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

const isolated = (text: string) => isolatedParts(text).filter((_, index) => index % 2 === 1)

test.each([
  ['بدقة كشف تبلغ 97%. ومع كل حكم سببه', ['97%']],
  ['نسبة الإنذارات الكاذبة 0.01%، أي رسالة واحدة', ['0.01%']],
  ['حماية 24/7', ['24/7']],
  ['المراسلة على sales@aman.example.', ['sales@aman.example']],
  ['النطاق rnail-billing.example ضارّ', ['rnail-billing.example']],
  ['من @rnail-billing.example', ['@rnail-billing.example']],
  ['بالنموذج 2f167f80 وبمرشّح rspamd 3.4.', ['rspamd 3.4']],
  ['قياسًا إلى OWASP ASVS 5.0.0', ['OWASP ASVS 5.0.0']],
  ['تُحفظ 30 يومًا، لمرشّح rspamd.', []],
])('of %j these keep their own direction: %j', (text, parts) => {
  expect(isolated(text)).toEqual(parts)
  expect(isolatedParts(text).join('')).toBe(text)
})

test('Search engines get the organization in the language of the page, and no invented praise', () => {
  const said = structuredData('https://aman.example/', 'ar')
  expect(JSON.parse(said)).toMatchObject({
    '@type': 'Organization',
    name: 'Aman',
    alternateName: 'أمان',
    url: 'https://aman.example/',
  })
  expect(said).not.toMatch(/"(aggregateRating|review|offers|price)"/)
})

test('No text can end the script that holds it', () => {
  expect(structuredData('https://aman.example/</script>', 'en')).not.toContain('</')
})
