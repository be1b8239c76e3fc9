import {
  brandOfSender,
  brandPosedBy,
  isHostOfBrand,
  isOwnSender,
  siteHeldBy,
} from '../features/brands.ts'
import { isDangerous } from '../features/build.ts'
import { isDisguised, isFreeHostLink, isNumberLink, siteNamedBy } from '../features/links.ts'
import { seenText } from '../features/text.ts'
import { findWording } from '../features/wording.ts'
import { joinLines } from '../features/words.ts'
import type { Reason } from '../judgement.ts'
import type { Knowledge } from '../knowledge.ts'
import { isListed } from '../lists/lists.ts'
import { isCalendar } from '../read/attachment.ts'
import { hostOf, registeredDomain } from '../read/domain.ts'
import type { Link } from '../read/read-html.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { placeOfLink, placeOfSaid, type Weighed } from './case.ts'
import type { Requests } from './requests/requests.ts'
import { isWithin, type Sender } from './sender.ts'
import { trapWeights } from './weights.ts'

/** Means of deception, from any sender. */
export function trapsIn(
  mail: ReadMail,
  sender: Sender,
  requests: Requests,
  knowledge: Knowledge,
): Weighed[] {
  const asksForSecret = requests.has('credentials')
  return [
    disguisedLink(mail, sender, asksForSecret),
    numberLink(mail, asksForSecret),
    linkBeginsLike(mail, sender, asksForSecret, knowledge) ??
      brandLink(mail, sender, asksForSecret),
    signInElsewhere(mail, sender, requests, knowledge),
    signInOnFreeHost(mail, sender),
    accusation(mail, sender, requests),
    askingInvitation(mail, sender, requests),
    codeToScan(mail, sender, requests),
    lockedArchive(mail, sender),
    runningFile(mail, sender),
    attachedPage(mail),
    codeInPicture(mail, sender, asksForSecret),
    lonePicture(mail, sender),
    severalSenders(mail),
    callBack(mail, sender),
    beyondLimits(mail, sender),
  ].filter((it) => it !== undefined)
}

function disguisedLink(
  { links }: ReadMail,
  { isBulk }: Sender,
  asksForSecret: boolean,
): Weighed | undefined {
  const link = links.find((it) => isDisguised(it) && !isListed('mailer', hostOf(it.target)))
  if (link === undefined) return undefined
  const { bulk, alone, asking, brand } = trapWeights.disguisedLink
  const asks = asksForSecret || signIn.test(link.target.slice(0, 300))
  // Bulk mailers count clicks, so that the text alone is no more than a hint.
  const isOfBrand = isHostOfBrand(siteNamedBy(link))
  const strength = isBulk ? bulk : asks ? asking : isOfBrand ? brand : alone
  const values = { text: siteNamedBy(link), target: registeredDomain(hostOf(link.target)) }
  return weigh(strength, 'link_text_names_another_site', values, placeOfLink(link))
}

const signIn =
  /log.?in|sign.?in|bank|account|verif|secure|password|webmail|auth|update|confirm|pay|wallet/i

function numberLink({ links }: ReadMail, asksForSecret: boolean): Weighed | undefined {
  const number = links.filter(isNumberLink)
  const link = number.find(({ target }) => signIn.test(target.slice(0, 300))) ?? number[0]
  if (link === undefined) return undefined
  const asks = asksForSecret || signIn.test(link.target.slice(0, 300))
  const { alone, asking } = trapWeights.numberLink
  const values = { target: hostOf(link.target) }
  return weigh(asks ? asking : alone, 'link_to_number_address', values, placeOfLink(link))
}

function brandLink(
  { links }: ReadMail,
  { isBulk }: Sender,
  asksForSecret: boolean,
): Weighed | undefined {
  for (const link of links) {
    const { target } = link
    const host = hostOf(target)
    const brand = brandPosedBy(host)
    if (brand === undefined) continue
    const { bulk, alone, asking } = trapWeights.brandLink
    const asks = asksForSecret || signIn.test(target.slice(0, 300))
    const strength = isBulk ? bulk : asks ? asking : alone
    return weigh(strength, 'link_imitates_brand', { target: host, brand }, placeOfLink(link))
  }
  return undefined
}

/** A name before the sign `@` is no part of the address, and read first. */
const userName = /^https?:\/\/([a-z0-9.-]+)[^/?#@]*@/i

/** `www.bank.example.thief.example`: what comes first in it is read first. */
function linkBeginsLike(
  { links }: ReadMail,
  { isBulk }: Sender,
  asksForSecret: boolean,
  { domains = [], correspondentDomains = [] }: Knowledge,
): Weighed | undefined {
  for (const link of links) {
    const host = hostOf(link.target)
    if (isHostOfBrand(host) || isWithin(host, domains)) continue
    const user = userName.exec(link.target)?.[1]
    const read = user === undefined ? host : `${user}.${host}`
    const text = siteHeldBy(read) ?? domainHeldBy(read, domains, correspondentDomains)
    if (text === undefined) continue
    const { bulk, alone, asking } = trapWeights.linkBeginsLike
    const asks = asksForSecret || signIn.test(link.target.slice(0, 300))
    const values = { text, target: registeredDomain(host) }
    const strength = isBulk ? bulk : asks ? asking : alone
    return weigh(strength, 'link_begins_like_another_site', values, placeOfLink(link))
  }
  return undefined
}

function domainHeldBy(
  host: string,
  ...domains: readonly (readonly string[])[]
): string | undefined {
  const labels = host.split('.').slice(0, -1)
  for (let end = labels.length; end >= 2; end -= 1) {
    const before = labels.slice(0, end).join('.')
    if (
      registeredDomain(before) !== registeredDomain(host) &&
      domains.some((it) => isWithin(before, it))
    )
      return before
  }
  return undefined
}

/** An attacker who has taken over a mailbox has the readers sign in on another page. */
function signInElsewhere(
  mail: ReadMail,
  { registered, isKnown, isService }: Sender,
  requests: Requests,
  { domains = [], correspondentDomains = [] }: Knowledge,
): Weighed | undefined {
  const said = requests.get('credentials') ?? requests.get('signIn')
  if (said === undefined || isService || registered === '') return undefined
  const isElsewhere = ({ target }: Link) => {
    const host = hostOf(target)
    const isOfOthers =
      host !== '' && registeredDomain(host) !== registered && !isListed('mailer', host)
    return (
      isOfOthers && !isHostOfBrand(host) && !isWithin(host, [...domains, ...correspondentDomains])
    )
  }
  const { before, behind } = linksBeside(said.said, mail)
  const isAtHome = behind !== undefined && registeredDomain(hostOf(behind.target)) === registered
  const link = [
    behind,
    isAtHome ? undefined : before,
    ...mail.links.filter((it) => signInPage.test(`${it.text} ${it.target}`.slice(0, 400))),
  ].find((it) => it !== undefined && isElsewhere(it))
  if (link === undefined) return undefined
  const { known, other } = trapWeights.signInElsewhere
  const values = { target: hostOf(link.target) }
  return weigh(isKnown ? known : other, 'asks_to_sign_in_elsewhere', values, placeOfLink(link))
}

const signInPage = /log.?in|sign.?in|password|verif|تسجيل الدخول|كلمة (?:المرور|السر)/i
const inOneLine = (text: string) => joinLines(text).replace(/\s+/g, ' ').trim()

/** The links that a sentence may be about: the last one before it, and the first one in it or behind it. */
function linksBeside(said: string, { text, links }: ReadMail): { before?: Link; behind?: Link } {
  const shown = inOneLine(text)
  const start = shown.indexOf(said)
  let before: Link | undefined
  let at = 0
  for (const link of links) {
    const found = shown.indexOf(inOneLine(link.text), at)
    if (found === -1 || hostOf(link.target) === '') continue
    at = found + link.text.length
    if (found >= start) return before === undefined ? { behind: link } : { before, behind: link }
    before = link
  }
  return before === undefined ? {} : { before }
}

/** A page that any user may put up asks for a sign-in by its address. */
function signInOnFreeHost(
  { links }: ReadMail,
  { isKnown, isOwn, isBulk, registered }: Sender,
): Weighed | undefined {
  if (isKnown || isOwn || isBulk) return undefined
  const link = links.find(
    (it) =>
      isFreeHostLink(it) &&
      registeredDomain(hostOf(it.target)) !== registered &&
      signIn.test(it.target.slice(0, 300)),
  )
  if (link === undefined) return undefined
  const values = { target: hostOf(link.target) }
  return weigh(trapWeights.signInOnFreeHost, 'link_to_free_hosting', values, placeOfLink(link))
}

/** A stranger accuses, threatens, and has the evidence behind a link or in a file. */
function accusation(
  mail: ReadMail,
  { isKnown, isOwn, isBulk }: Sender,
  requests: Requests,
): Weighed | undefined {
  const said = requests.get('accusation')
  const holdsEvidence = mail.links.length + mail.attachments.length > 0
  if (said === undefined || isKnown || isOwn || isBulk || !holdsEvidence) return undefined
  const values = { words: said.words }
  return weigh(trapWeights.accusation, 'threatens_with_loss', values, placeOfSaid(mail, said))
}

/** An invitation asks for a time. One to a meeting may have a password, but nothing is lost without it. */
function askingInvitation(
  mail: ReadMail,
  { isKnown, isOwn }: Sender,
  requests: Requests,
): Weighed | undefined {
  const said = requests.get('credentials')
  const isInvitation = mail.attachments.some(({ type }) => isCalendar(type))
  if (said === undefined || !isInvitation || isKnown || isOwn) return undefined
  const isForced = findWording('threatensWithLoss', seenText(mail)) !== undefined
  const leadsOn = mail.links.some(({ target }) => !isHostOfBrand(hostOf(target)))
  if (!isForced || !leadsOn) return undefined
  const values = { words: said.words }
  return weigh(trapWeights.askingInvitation, 'asks_for_password', values, placeOfSaid(mail, said))
}

function codeToScan(mail: ReadMail, { isKnown }: Sender, requests: Requests): Weighed | undefined {
  const said = requests.get('scanCode')
  if (said === undefined) return undefined
  const { known, other } = trapWeights.codeToScan
  const values = { words: said.words }
  return weigh(isKnown ? known : other, 'code_to_scan', values, placeOfSaid(mail, said))
}

/** A password is given, and not told to be a birthday or a number that the reader knows. */
const password =
  /\b(?:password|pass ?code|pin)\s*(?:for [^.:=\n]{1,40}?\s*)?(?:is\b|:|=)(?!\s*(?:your|the (?:first|last)|made|a combination)\b)|كلمة (?:المرور|السر)\s*(?:هي|للملف|:)(?!\s*(?:تاريخ|آخر|رقم))/i

function lockedArchive(
  { subject, text, attachments }: ReadMail,
  { isKnown }: Sender,
): Weighed | undefined {
  const said = password.exec(`${subject}\n${text}`.slice(0, 10_000))
  if (said === null || !attachments.some(({ isEncrypted }) => isEncrypted)) return undefined
  const place = { part: 'text', text: said[0] } as const
  const { known, other } = trapWeights.lockedArchive
  return weigh(isKnown ? known : other, 'archive_with_password_in_text', {}, place)
}

const macros = /\.(?:doc|dot|xls|xlt|xla|ppt|pot|pps|ppa|sld)m$/i

/** A file that runs marks a mail by itself: what else it says is as friendly as its sender likes. */
function runningFile({ attachments }: ReadMail, sender: Sender): Weighed | undefined {
  const file = attachments.find((it) => it.entries.length <= mostEntries && isDangerous(it))
  if (file === undefined) return undefined
  const { known, other } = trapWeights.runningFile
  // Firms that know each other exchange tables with macros.
  const isUsual = sender.isKnown && macros.test(file.name)
  const place = { part: 'attachment', text: file.name } as const
  return weigh(isUsual ? known : other, 'dangerous_attachment', { file: file.name }, place)
}

/** A page on the reader's own machine is seen by no filter, so that what it does when it opens counts. */
function attachedPage({ attachments }: ReadMail): Weighed | undefined {
  for (const { name, page } of attachments) {
    if (page === undefined || page.does === 'shows') continue
    const place = { part: 'attachment', text: name } as const
    const strength = trapWeights.attachedPage[page.does]
    return weigh(strength, `attached_page_${page.does}`, { file: name }, place)
  }
  return undefined
}

/** A QR code leads past the checks of links, and mostly to a phone that has none. */
function codeInPicture(
  { codes = [], text }: ReadMail,
  { isKnown, isOwn, isBulk, registered }: Sender,
  asksForSecret: boolean,
): Weighed | undefined {
  const target = codes.find((it) => registeredDomain(hostOf(it)) !== registered)
  if (target === undefined) return undefined
  const { known, bulk, alone, asking } = trapWeights.code
  const isTrusted = isKnown || isOwn
  const isLure = asksForSecret || (!isTrusted && text.length < 200)
  const strength = isLure ? asking : isTrusted ? known : isBulk ? bulk : alone
  const reason: Reason = {
    code: 'code_in_picture',
    speaks: 'against',
    values: { target: hostOf(target) },
  }
  return { strength, reason }
}

/** Programs differ in which of several senders they show. */
function severalSenders({ headers }: ReadMail): Weighed | undefined {
  const senders = headers.filter(({ key }) => key === 'from').map(({ value }) => value)
  if (new Set(senders).size < 2) return undefined
  const place = { part: 'from', text: (senders[0] ?? '').slice(0, 200) } as const
  return weigh(trapWeights.severalSenders, 'several_senders', {}, place)
}

/** A picture alone says to people what it hides from filters. */
function lonePicture(
  { unread, links, codes, text }: ReadMail,
  { isKnown, isOwn }: Sender,
): Weighed | undefined {
  const isAlone = unread.includes('pictures') && links.length === 0 && text.length < 15
  if (isKnown || isOwn || !isAlone) return undefined
  const { looked, unseen } = trapWeights.lonePicture
  const reason: Reason = { code: 'only_a_picture', speaks: 'against', values: {} }
  return { strength: codes === undefined ? unseen : looked, reason }
}

/** An archive of more files is a project, with scripts among it. */
const mostEntries = 10

const telephone = /\+?\(?\d{1,4}\)?[\s.()-]{1,2}\d{2,4}[\s.-]\d{3,4}/

/** A firm that has only a telephone number to open, and not its own address: the call is the trap. */
function callBack({ from, text, links }: ReadMail, { domain }: Sender): Weighed | undefined {
  const brand = links.length === 0 ? brandOfSender(from.name) : undefined
  if (brand === undefined || isOwnSender(brand, domain) || !telephone.test(text.slice(0, 10_000)))
    return undefined
  const place = { part: 'from', text: `${from.name} <${from.address}>`.slice(0, 200) } as const
  const values = { brand: brand.name, domain }
  return weigh(trapWeights.callBack, 'brand_name_on_foreign_domain', values, place)
}

/** A mail that goes on where reading ends was made so: no mail program writes such. */
function beyondLimits({ unread, html }: ReadMail, { isKnown }: Sender): Weighed | undefined {
  if (isKnown) return undefined
  const isBuilt = unread.includes('too_many_parts') || html?.isCut === true
  if (!isBuilt && !unread.includes('too_large')) return undefined
  const { built, long } = trapWeights.beyondLimits
  return {
    strength: isBuilt ? built : long,
    reason: { code: 'longer_than_read', speaks: 'against', values: {} },
  }
}

function weigh(
  strength: number,
  code: Reason['code'],
  values: Reason['values'],
  place: NonNullable<Reason['place']>,
): Weighed {
  return { strength, reason: { code, speaks: 'against', values, place } }
}
