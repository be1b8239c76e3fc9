import {
  type Brand,
  brandIn,
  brandOfSender,
  isHostOfBrand,
  isOwnHost,
  isOwnSender,
} from '../features/brands.ts'
import { isAttachedPage, isDangerous } from '../features/build.ts'
import type { Features } from '../features/features.ts'
import { isFreeHostLink, isNumberLink, isShortLink } from '../features/links.ts'
import type { Wording } from '../features/wording.ts'
import type { Place, Reason } from '../judgement.ts'
import { isListed } from '../lists/lists.ts'
import { domainOf, hostOf, registeredDomain } from '../read/domain.ts'
import type { Link } from '../read/read-html.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { placeOfLink, type Weighed } from '../rules/case.ts'
import type { ReasonCode } from './codes.ts'
import { sayingOf, sayingOfSignIn } from './wording-said.ts'

interface Found {
  readonly code: ReasonCode
  /** The features whose shares belong to this reason. */
  readonly features: readonly string[]
  /** Its worth if the trees did not ask for its features. */
  readonly least: number
  readonly values: Reason['values']
  readonly place?: Place
}

const wordingReasons: readonly (readonly [Wording, ReasonCode])[] = [
  ['asksForPassword', 'asks_for_password'],
  ['asksForPayment', 'asks_for_payment'],
  ['threatensWithLoss', 'threatens_with_loss'],
  ['promisesMoney', 'promises_money'],
  ['presses', 'pressing_wording'],
]

/** The visible causes of the model's score, the strongest first. */
export function reasonsOfModel(
  mail: ReadMail,
  numbers: Features['numbers'],
  shares: Readonly<Record<string, number>>,
): Weighed[] {
  const taken = new Set<string>()
  const weighed: Weighed[] = []
  for (const { code, features, least, values, place } of observe(mail, numbers)) {
    for (const name of features) taken.add(name)
    const strength = Math.max(least, sumOf(shares, features))
    const reason: Reason = { code, speaks: 'against', values }
    weighed.push({ strength, reason: place === undefined ? reason : { ...reason, place } })
  }
  const wording = shares.wording ?? 0
  const rest = Object.entries(shares).filter(([name]) => !taken.has(name) && name !== 'wording')
  const build = rest.reduce((sum, [, share]) => sum + share, 0)
  weighed.push(general(wording, 'unusual_wording', 'ordinary_wording'))
  weighed.push(general(build, 'unusual_build', 'ordinary_build'))
  return weighed
}

function general(share: number, against: ReasonCode, speaksFor: ReasonCode): Weighed {
  const isAgainst = share > 0
  // Less telling than what can be pointed at, so it comes after it.
  return {
    strength: share * 0.6,
    reason: {
      code: isAgainst ? against : speaksFor,
      speaks: isAgainst ? 'against' : 'for',
      values: {},
    },
  }
}

function sumOf(shares: Readonly<Record<string, number>>, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (shares[name] ?? 0), 0)
}

const strongDemands: readonly Wording[] = ['asksForPassword', 'threatensWithLoss']
const otherDemands: readonly Wording[] = ['asksForPayment', 'promisesMoney', 'presses']

/** A brand for which a mail seems to speak, where neither its sender nor one of its links is the brand's. */
function brandSpokenOf(mail: ReadMail): Brand | undefined {
  const { from, subject, text, links } = mail
  const hosts = links.map(({ target }) => hostOf(target)).filter((host) => host !== '')
  if (hosts.length === 0) return undefined
  const linked = links.map(({ text: said }) => said.slice(0, 200)).join('\n')
  const claimed = brandOfSender(from.name) ?? brandIn(`${subject}\n${linked}`)
  const brand = claimed ?? brandIn(text.slice(0, 1500))
  if (brand === undefined || isOwnSender(brand, domainOf(from.address))) return undefined
  if (hosts.some((host) => isOwnHost(brand, host) || isListed('mailer', host))) return undefined
  // A mail that only mentions a brand seems to speak for it by its strongest demands alone.
  const demands = claimed === undefined ? strongDemands : [...strongDemands, ...otherDemands]
  return demands.some((it) => sayingOf(it, mail) !== undefined) ? brand : undefined
}

/** The first link of a mail that has none to its sender, a service of senders or a known firm. */
function linkAway({ links }: ReadMail, domain: string): Link | undefined {
  const away = links.filter(({ target }) => hostOf(target) !== '')
  const isUsual = (host: string) =>
    registeredDomain(host) === registeredDomain(domain) ||
    isHostOfBrand(host) ||
    isListed('mailer', host)
  return domain === '' || away.some(({ target }) => isUsual(hostOf(target))) ? undefined : away[0]
}

/** Everything that can be shown in the mail, whatever the model made of it. */
function observe(mail: ReadMail, numbers: Features['numbers']): Found[] {
  const is = (name: string) => numbers[name] === 1
  const { from, links, attachments, html } = mail
  const found: Found[] = []
  const domain = domainOf(from.address)
  const sender: Place = { part: 'from', text: `${from.name} <${from.address}>`.slice(0, 200) }
  const brand = brandOfSender(from.name)
  if (brand !== undefined && is('senderBrandForeign')) {
    found.push({
      code: 'brand_name_on_foreign_domain',
      features: ['senderBrandForeign', 'senderBrand'],
      least: 0.9,
      values: { brand: brand.name, domain },
      place: sender,
    })
  }
  const spoken = brandSpokenOf(mail)
  if (spoken !== undefined) {
    const [link] = links.filter(({ target }) => hostOf(target) !== '')
    const values = { brand: spoken.name, target: registeredDomain(hostOf(link?.target ?? '')) }
    const features = ['brandLinksForeign', 'subjectBrandForeign', 'noLinkToSender']
    const place = link === undefined ? {} : { place: placeOfLink(link) }
    found.push({ code: 'brand_links_elsewhere', features, least: 0.6, values, ...place })
  }
  const away = linkAway(mail, domain)
  if (spoken === undefined && away !== undefined)
    found.push({
      code: 'links_open_another_site',
      // Much honest mail links elsewhere, so that it is told of marked mail alone.
      features: [],
      least: 0.3,
      values: { domain, target: registeredDomain(hostOf(away.target)) },
      place: placeOfLink(away),
    })
  const linkReason = (
    code: ReasonCode,
    features: readonly string[],
    least: number,
    test: (link: Link) => boolean,
  ) => {
    const link = links.find(test)
    if (link === undefined) return
    const values = { target: hostOf(link.target) }
    found.push({
      code,
      features,
      least,
      values,
      place: placeOfLink(link),
    })
  }
  linkReason('link_hides_its_target', ['shortLinks'], 0.2, isShortLink)
  linkReason('link_to_number_address', ['numberLinks'], 0.6, isNumberLink)
  linkReason('link_to_free_hosting', ['freeHostLinks'], 0.3, isFreeHostLink)
  if ((html?.forms ?? 0) > 0)
    found.push({
      code: 'form_in_mail',
      features: ['forms', 'passwordFields'],
      least: 0.3,
      values: {},
    })
  const page = attachments.find(isAttachedPage)
  if (page !== undefined)
    found.push({
      code: 'web_page_attached',
      features: ['pagesAttached'],
      least: 0.6,
      values: { file: page.name },
      place: { part: 'attachment', text: page.name },
    })
  const file = attachments.find(isDangerous)
  if (file !== undefined && file !== page)
    found.push({
      code: 'dangerous_attachment',
      features: ['dangerousFiles', 'twoEndings', 'archives'],
      least: 0.8,
      values: { file: file.name },
      place: { part: 'attachment', text: file.name },
    })
  if (is('senderNameMixed') || is('subjectMixed') || is('textMixed'))
    found.push({
      code: 'mixed_letters',
      features: ['senderNameMixed', 'subjectMixed', 'textMixed'],
      least: 0.5,
      values: {},
    })
  if (html !== undefined && html.hiddenLetters > 400 && html.hiddenLetters > mail.text.length) {
    found.push({ code: 'hidden_text', features: ['hiddenShare'], least: 0.3, values: {} })
  }
  if (mail.unread.includes('pictures'))
    found.push({ code: 'only_a_picture', features: ['onlyPictures'], least: 0.3, values: {} })
  for (const [wording, code] of wordingReasons) {
    const said = is(wording) ? sayingOf(wording, mail) : undefined
    if (said === undefined) continue
    const { words, place } = said
    found.push({ code, features: [wording], least: 0.2, values: { words }, place })
  }
  const signIn = links.length === 0 ? undefined : sayingOfSignIn(mail)
  if (signIn !== undefined && found.every(({ code }) => code !== 'asks_for_password')) {
    const { words, place } = signIn
    found.push({ code: 'asks_for_password', features: [], least: 0.16, values: { words }, place })
  }
  return found
}
