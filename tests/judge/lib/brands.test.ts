import { expect, test } from 'vitest'
import {
  brandIn,
  brandOfSender,
  brandPosedBy,
  isOwnSender,
  siteHeldBy,
} from '../../../judge/features/brands.ts'
import { judgeMail } from '../../../judge/judge.ts'
import stored from '../../../judge/lists/brands.json' with { type: 'json' }
import { clinic, codesOf, makeMail, wordless } from '../../support/judge/mails.ts'

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

const services = [
  'docusign.net',
  'github.com',
  'linkedin.com',
  'asana.com',
  'planner.office365.com',
]

test.each(services)(
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
