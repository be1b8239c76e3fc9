import { brandPosedBy } from '../features/brands.ts'
import { isDangerous } from '../features/build.ts'
import { isDisguised, isNumberLink, siteNamedBy } from '../features/links.ts'
import type { Reason } from '../judgement.ts'
import { isListed } from '../lists/lists.ts'
import { hostOf, registeredDomain } from '../read/domain.ts'
import type { ReadMail } from '../read/read-mail.ts'
import type { Weighed } from './case.ts'
import type { Requests } from './requests/requests.ts'
import type { Sender } from './sender.ts'
import { trapWeights } from './weights.ts'

/** Means of deception, from any sender. */
export function trapsIn(mail: ReadMail, sender: Sender, requests: Requests): Weighed[] {
  const asksForSecret = requests.has('credentials')
  return [
    disguisedLink(mail, sender, asksForSecret),
    numberLink(mail, asksForSecret),
    brandLink(mail, sender, asksForSecret),
    lockedArchive(mail),
    runningFile(mail, sender),
    attachedPage(mail, sender),
    codeInPicture(mail, sender, asksForSecret),
    lonePicture(mail, sender),
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
  const { bulk, alone, asking } = trapWeights.disguisedLink
  // Bulk mailers count clicks, so that the text alone is no more than a hint.
  const strength = isBulk ? bulk : asksForSecret ? asking : alone
  const values = { text: siteNamedBy(link), target: registeredDomain(hostOf(link.target)) }
  return weigh(strength, 'link_text_names_another_site', values, { part: 'link', text: link.text })
}

const signIn =
  /log.?in|sign.?in|bank|account|verif|secure|password|webmail|auth|update|confirm|pay|wallet/i

function numberLink({ links }: ReadMail, asksForSecret: boolean): Weighed | undefined {
  const number = links.filter(isNumberLink)
  const link = number.find(({ target }) => signIn.test(target.slice(0, 300))) ?? number[0]
  if (link === undefined) return undefined
  const asks = asksForSecret || signIn.test(link.target.slice(0, 300))
  const { alone, asking } = trapWeights.numberLink
  const place = { part: 'link', text: link.text || link.target.slice(0, 200) } as const
  return weigh(
    asks ? asking : alone,
    'link_to_number_address',
    { target: hostOf(link.target) },
    place,
  )
}

function brandLink(
  { links }: ReadMail,
  { isBulk }: Sender,
  asksForSecret: boolean,
): Weighed | undefined {
  for (const { target, text } of links) {
    const host = hostOf(target)
    const brand = brandPosedBy(host)
    if (brand === undefined) continue
    const { bulk, alone, asking } = trapWeights.brandLink
    const asks = asksForSecret || signIn.test(target.slice(0, 300))
    const place = { part: 'link', text: text || target.slice(0, 200) } as const
    const strength = isBulk ? bulk : asks ? asking : alone
    return weigh(strength, 'link_imitates_brand', { target: host, brand }, place)
  }
  return undefined
}

const password =
  /\b(?:password|pass ?code|pin)\s*(?:is|:|=|for)|كلمة (?:المرور|السر) (?:هي|للملف)|كلمة (?:المرور|السر)\s*:/i

function lockedArchive({ subject, text, attachments }: ReadMail): Weighed | undefined {
  const said = password.exec(`${subject}\n${text}`.slice(0, 10_000))
  if (said === null || !attachments.some(({ isEncrypted }) => isEncrypted)) return undefined
  const place = { part: 'text', text: said[0] } as const
  return weigh(trapWeights.lockedArchive, 'archive_with_password_in_text', {}, place)
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
function attachedPage({ attachments }: ReadMail, { isKnown }: Sender): Weighed | undefined {
  for (const { name, page } of attachments) {
    if (page === undefined || page.does === 'shows') continue
    const { known, [page.does]: other } = trapWeights.attachedPage
    const place = { part: 'attachment', text: name } as const
    return weigh(isKnown ? known : other, `attached_page_${page.does}`, { file: name }, place)
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
  const strength =
    isKnown || isOwn ? known : asksForSecret || text.length < 200 ? asking : isBulk ? bulk : alone
  const reason: Reason = {
    code: 'code_in_picture',
    speaks: 'against',
    values: { target: hostOf(target) },
  }
  return { strength, reason }
}

/** A picture alone says to people what it hides from filters. */
function lonePicture(
  { unread, links, codes }: ReadMail,
  { isKnown, isOwn }: Sender,
): Weighed | undefined {
  if (isKnown || isOwn || links.length > 0 || !unread.includes('pictures')) return undefined
  const { looked, unseen } = trapWeights.lonePicture
  const reason: Reason = { code: 'only_a_picture', speaks: 'against', values: {} }
  return { strength: codes === undefined ? unseen : looked, reason }
}

/** An archive of more files is somebody's work, with scripts among it. */
const mostEntries = 10

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
