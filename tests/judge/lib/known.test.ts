import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  brandIn,
  brandOfSender,
  brandPosedBy,
  isOwnSender,
  siteHeldBy,
} from '../../../judge/features/brands.ts'
import { judgeMail, judgeReadMail } from '../../../judge/judge.ts'
import stored from '../../../judge/lists/brands.json'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { type ReadMail, readMail } from '../../../judge/read/read-mail.ts'
import {
  findByAddress,
  findByName,
  findSigner,
  readPeople,
} from '../../../judge/rules/known-people.ts'
import { isSameName, readName, spellsName } from '../../../judge/rules/people.ts'
import { generateMails } from '../../../training/render/mails.ts'
import { readTexts } from '../../../training/render/texts.ts'
import {
  archive,
  clinic,
  codesOf,
  makeMail,
  withFile,
  wordless,
} from '../../support/judge/mails.ts'

const lines = stored.brands.map((line) => {
  const [names = '', domains = '*'] = line.replace('@', '').split('=')
  const all = names.split(',')
  const first = (all[0] ?? '').replace(/[^a-z0-9]/gi, '').toLowerCase()
  return {
    names: all.map((it) => ({ kind: it[0] ?? '', name: it.replace(/^[~^]/, '') })),
    hosts: domains
      .split(' ')
      .filter((it) => !it.startsWith('!') && !it.endsWith('-'))
      .map((it) => it.replace('*', first))
      .map((it) => (it.startsWith('.') ? `mail${it}` : it.includes('.') ? it : `${it}.com`)),
  }
})

test('each brand is told from others by its own domains, whatever of its names it uses', () => {
  expect(stored.date).toMatch(/^20\d\d-\d\d$/)
  expect(lines.length).toBeGreaterThan(250)
  for (const { names, hosts } of lines) {
    for (const { kind, name } of names) {
      // People bear some of the names.
      const brand = brandOfSender(kind === '^' ? `${name} Support` : name)
      expect(brand, name).toBeDefined()
      if (brand === undefined) continue
      for (const host of hosts)
        expect(isOwnSender(brand, `news.${host}`), `${name} ${host}`).toBe(true)
      for (const host of ['gmail.com', 'notice-center.top', `${hosts[0]}.account-check.top`])
        expect(isOwnSender(brand, host), `${name} ${host}`).toBe(false)
    }
  }
})

test.each([
  ['Zain Haddad', undefined],
  ['زين عواد', undefined],
  ['Zain', undefined],
  ['Zain Cash Support', 'Zain Cash'],
  ['Chase Morgan', undefined],
  ['Chase', undefined],
  ['Chase Fraud Alerts', 'Chase'],
  ['Orange', 'Orange'],
  ['Orange County Library', undefined],
  ['Apple Farm Amman', undefined],
  ['Norton Rose Fulbright', undefined],
  ['Target Marketing', undefined],
  ['Visa Office Amman', undefined],
  ['Box Office', undefined],
  ['Office365 Admin', 'Office 365'],
  ['البنك العربي الإسلامي', 'البنك العربي الإسلامي'],
  ['البنك العربي', 'البنك العربي'],
  ['فريق أبشر', 'أبشر'],
  ['Meta', 'Meta'],
  ['PаyРal', 'PayPal'],
  ['HMRC Refunds', 'HMRC'],
])('the sender %s claims to be %s', (name, brand) => {
  expect(brandOfSender(name)?.name).toBe(brand)
})

test.each([
  ['the orange and the apple on the target', undefined],
  ['On 2026-11-25 at noon, box 11 is on monday', undefined],
  ['Your Apple account', 'Apple'],
  ['your Wells-Fargo statement', 'Wells Fargo'],
  ['حسابك في مايكروسوفت', 'مايكروسوفت'],
])(
  'a text speaks of a brand, and not with each word that is the name of one: %s',
  (text, brand) => {
    expect(brandIn(text)?.name).toBe(brand)
  },
)

test.each([
  ['login.microsoftonline.com.account-verify.ru', 'login.microsoftonline.com'],
  ['www.amazon.co.uk', undefined],
  ['mail.supplier.com.jo', undefined],
  ['paypal.com', undefined],
])('the host %s begins with the site %s', (host, site) => {
  expect(siteHeldBy(host)).toBe(site)
})

test('a brand has no domain under endings that anyone takes', () => {
  const brand = brandOfSender('PayPal')
  if (brand === undefined) throw new Error('No brand')
  expect(['paypal.com', 'paypal.de', 'paypal.com.jo'].every((it) => isOwnSender(brand, it))).toBe(
    true,
  )
  expect(['paypal.tk', 'paypal.top', 'paypal.dev'].some((it) => isOwnSender(brand, it))).toBe(false)
  expect(brandPosedBy('paypal.tk')).toBe('PayPal')
})

test.each(['docusign.net', 'github.com', 'linkedin.com', 'asana.com', 'planner.office365.com'])(
  '%s writes in the name of a colleague where the gateway has proven it',
  async (domain) => {
    const told = async (auth: string, address: string) => {
      const mail = makeMail({
        from: `Omar Haddad <notifications@${address}>`,
        subject: 'Omar Haddad assigned a task to you',
        headers: [`Authentication-Results: mx.clinic.example; dmarc=${auth}`],
        body: `Please review the plan of the invoice: https://${address}/plan/7\n\nOmar Haddad`,
      })
      const judgement = await judgeMail(mail, clinic, { model: wordless(0.3) })
      return { ...judgement, against: codesOf(judgement), inFavour: codesOf(judgement, 'for') }
    }
    const proven = await told('pass', domain)
    expect(proven.reasons[0]?.values).toEqual({ domain, name: 'Omar Haddad' })
    expect(proven.inFavour[0]).toBe('sent_by_service')
    expect(proven.against).not.toContain('colleague_name_on_foreign_address')
    for (const [auth, address] of [
      ['none', domain],
      ['fail', domain],
      ['pass', 'stranger.example'],
      ['pass', `${domain}.stranger.example`],
      ['pass', 'gmail.com'],
    ] as const) {
      const other = await told(auth, address)
      expect(other.against[0], `${auth} ${address}`).toMatch(
        /^(?:colleague|link_begins|authentication)/,
      )
      expect(other.against, `${auth} ${address}`).toContain('colleague_name_on_foreign_address')
      expect(other.inFavour).not.toContain('sent_by_service')
    }
  },
)

/*
 * A mailbox that is known and proven, and whose words seem as honest as words can: it is told from one that was
 * taken over by what it asks for.
 */

const known = {
  from: 'Lena Weber <lena@supplier.example>',
  headers: ['Authentication-Results: mx.clinic.example; dmarc=pass'],
}
const greeting = 'Good morning Rania, as we spoke about on Tuesday. '

async function judged(parts: Parameters<typeof makeMail>[0]) {
  return await judgeMail(makeMail({ ...known, ...parts }), clinic, { model: wordless(0.001) })
}

const sentFile = (text: string, ...file: readonly [string, string, string]) =>
  withFile(greeting + text, ...file)
const sentArchive = (text: string, flags: number) =>
  sentFile(text, 'plan.zip', 'application/zip', archive(flags))
const sentPicture = (text: string) => sentFile(text, 'a.png', 'image/png', 'PNG')

const page = (text: string, link: string) => ({
  type: 'text/html; charset=utf-8',
  body: `<p>${greeting}${text} <a href="${link}">Open</a></p>`,
})
const elsewhere = 'https://secure-view.pages.example/d/7'
const form = '<form action="https://collect.example/p"><input type=password name=p></form>'
const script = '<script>window["loca"+"tion"]; location.href = atob("aHR0cHM6Ly94")</script>'

describe('a known sender is marked', () => {
  test.each([
    [
      'asks_to_sign_in_elsewhere',
      page('Please verify your account with your password.', elsewhere),
    ],
    [
      'asks_to_sign_in_elsewhere',
      page('Please sign in with your work account to view the shared document.', elsewhere),
    ],
    ['asks_to_sign_in_elsewhere', page('يرجى تسجيل الدخول للاطلاع على المستند.', elsewhere)],
    ['attached_page_', sentFile('The invoice is attached.', 'invoice.html', 'text/html', form)],
    [
      'attached_page_',
      sentFile('The invoice is attached.', 'invoice.svg', 'image/svg+xml', `<svg>${script}</svg>`),
    ],
    [
      'attached_page_',
      sentFile('مرفق الفاتورة.', 'invoice.htm', 'application/octet-stream', script),
    ],
    ['archive_with_password_in_text', sentArchive('The password is 4471.', 1)],
    ['archive_with_password_in_text', sentArchive('كلمة المرور: 4471.', 1)],
    ['code_to_scan', sentPicture('Please scan the QR code to review the document.')],
    ['code_to_scan', sentPicture('امسح رمز QR لمراجعة المستند.')],
    [
      'changed_bank_details',
      { body: `${greeting}Our bank account has changed, please use the new one.` },
    ],
    [
      'dangerous_attachment',
      sentFile('The plan is attached.', 'plan.pdf.exe', 'application/octet-stream', 'MZ'),
    ],
  ])('for %s: %j', async (code, parts) => {
    const { level, reasons } = await judged(parts)
    expect(reasons[0]?.code).toMatch(code)
    expect(level).toBe('suspicious')
  })
})

describe('a known sender is not marked', () => {
  test.each([
    page('Please sign in to view the shared document.', 'https://docs.supplier.example/d/7'),
    page('Please sign in to view the shared document.', 'https://supplier.sharepoint.com/d/7'),
    page('Please sign in to view the shared document.', 'https://intranet.clinic.example/d/7'),
    page('The photographs of Tuesday are here.', elsewhere),
    page('We will never ask you for your password or to sign in.', elsewhere),
    sentFile(
      'The report is attached.',
      'report.html',
      'text/html',
      '<table><tr><td>12</td></tr></table>',
    ),
    sentArchive('The plan is attached.', 0),
    sentArchive('You find the password with Omar.', 1),
    sentArchive('Your password is your date of birth.', 1),
    sentArchive('كلمة المرور هي تاريخ ميلادك.', 1),
    sentArchive('The password issue is solved.', 1),
    sentPicture('Scan the page and send it back.'),
  ])('for %j', async (parts) => {
    expect((await judged(parts)).level).toBe('safe')
  })
})

const words = 'omar haddad Layla mansour khaled o h dr عمر حداد خالد ليلى منصور al oia'.split(' ')
const name = fc.array(fc.constantFrom(...words), { maxLength: 4 })
const names = fc.array(
  name.map((parts) => parts.join(' ')),
  { maxLength: 12 },
)
const local = name.chain((parts) => fc.constantFrom('.', '', '_1').map((by) => parts.join(by)))

test('among many people the one is found who is first in the list, in either script', () => {
  fc.assert(
    fc.property(names, names, local, (all, asked, address) => {
      const people = all.map((one) => ({ name: one, read: readName(one) }))
      const known = readPeople(all.map((one) => ({ name: one })))
      const read = asked.map(readName)
      for (const one of read) {
        const first = people.findIndex((person) => isSameName(person.read, one))
        expect(findByName(known, one)?.at ?? -1).toBe(first)
      }
      const signer = people.findIndex((person) => read.some((one) => isSameName(one, person.read)))
      expect(findSigner(known, read)?.at ?? -1).toBe(signer)
      const spelt = people.findIndex((person) => spellsName(address, person.read))
      expect(findByAddress(known, address)?.at ?? -1).toBe(spelt)
    }),
    { numRuns: 500 },
  )
})

test('of 2,000 people a name is compared with those alone who share a word or its sound', () => {
  const people = Array.from({ length: 2000 }, (_, number) => {
    const [first, last] = [number % 40, Math.floor(number / 40)].map((it) =>
      String.fromCharCode(97 + Math.floor(it / 26), 98 + (it % 24), 97 + (it % 26)),
    )
    return { name: `b${first}na ${last}qado` }
  })
  const known = readPeople([...people, { name: 'Omar Haddad' }, { name: 'Omar Nasser' }])
  const compared = ['omar', 'false mr'].flatMap((key) => known.get(key) ?? [])
  const names = compared.map(({ name }) => name)
  expect(names).toEqual(['Omar Haddad', 'Omar Nasser', 'Omar Haddad', 'Omar Nasser'])
  expect(findByName(known, readName('عمر حداد'))?.name).toBe('Omar Haddad')
  expect(findByAddress(known, 'omarnasser')?.name).toBe('Omar Nasser')
})

/** Sentences that no training has seen. */
const friendly = {
  en: [
    'I hope you had a lovely weekend with your family. The weather here has been beautiful lately.',
    'Thank you again for your kind help last week. It was a pleasure to see everyone at the meeting.',
    'Our garden is full of tomatoes this year. The children enjoyed the picnic by the lake very much.',
    'We look forward to seeing you at the lunch on Thursday. Please give my regards to your colleagues.',
    'The minutes of the last meeting are with the committee. Everyone was pleased with the discussion.',
  ],
  ar: [
    'أتمنى أن تكونوا قد قضيتم عطلة جميلة مع العائلة. الطقس هنا رائع هذه الأيام.',
    'شكرًا جزيلًا على مساعدتكم اللطيفة الأسبوع الماضي. سررت برؤية الجميع في الاجتماع.',
    'حديقتنا مليئة بالبندورة هذا العام. استمتع الأطفال بالنزهة قرب البحيرة كثيرًا.',
    'نتطلع إلى رؤيتكم على الغداء يوم الخميس. أرجو إبلاغ تحياتي إلى الزملاء.',
    'محضر الاجتماع الأخير لدى اللجنة. كان الجميع سعداء بسير النقاش.',
  ],
}

type Pad = (text: string, sentences: string) => string

const attacks = readTexts(join(import.meta.dirname, '../../../training/frozen'))

const isMarked = async (mail: ReadMail) =>
  (await judgeReadMail(mail, {}, { model: shippedModel })).level === 'suspicious'

const pads: readonly Pad[] = [
  (text, sentences) => `${sentences}\n\n${text}`,
  (text, sentences) => `${text.trimEnd()}\n\n${sentences}`,
]

test('two friendly sentences before or after an attack free no more than 2 of 32', async () => {
  let marked = 0
  const kept = [0, 0]
  for (const [at, text] of attacks.entries()) {
    // One mail of each text would make a share of 2 in 100 of one mail.
    for (const { raw } of generateMails([text], 46, 4)) {
      const mail = await readMail(raw)
      if (!(await isMarked(mail))) continue
      marked += 1
      const sentences = friendly[text.language][at % 5] ?? ''
      for (const [side, pad] of pads.entries()) {
        if (await isMarked({ ...mail, text: pad(mail.text, sentences) }))
          kept[side] = (kept[side] ?? 0) + 1
      }
    }
  }
  expect(marked).toBeGreaterThan(160)
  expect(Math.min(...kept) / marked).toBeGreaterThanOrEqual(30 / 32)
})
