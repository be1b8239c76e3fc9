import { hasOddEnding, isFreeMail } from '../lists/lists.ts'
import { domainOf, nameOf, registeredDomain } from '../read/domain.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { brandIn, brandOfSender, isOwnHost, isOwnSender } from './brands.ts'

const flag = (is: boolean) => (is ? 1 : 0)

/** The sender, and the address for answers. */
export function senderFeatures(mail: ReadMail) {
  const { from, replyTo, subject } = mail
  const domain = domainOf(from.address)
  const registered = registeredDomain(domain)
  const name = nameOf(domain)
  const brand = brandOfSender(from.name)
  const subjectBrand = brandIn(subject)
  const answer = registeredDomain(domainOf(replyTo[0]?.address ?? ''))
  const bounce = registeredDomain(domainOf(mail.returnPath))
  const local = from.address.split('@')[0] ?? ''
  return {
    senderMissing: flag(from.address === ''),
    senderNameMissing: flag(from.name === ''),
    senderNameLength: Math.min(from.name.length, 60),
    senderNameIsAddress: flag(from.name.includes('@')),
    senderNameOtherAddress: flag(
      from.name.includes('@') && !from.name.toLowerCase().includes(domain),
    ),
    senderNameCapitals: capitalsOf(from.name),
    senderNameMixed: flag(mixesLetters(from.name)),
    senderNameOddSigns: flag(/[^\p{L}\p{M}\p{N}\s.,'’"()&@|:/_+-]/u.test(from.name)),
    senderFreeMail: flag(isFreeMail(registered)),
    senderOddEnding: flag(hasOddEnding(domain)),
    senderDomainDepth: domain.split('.').length,
    senderDomainLength: Math.min(domain.length, 60),
    senderDomainDigits: digitsOf(name),
    senderDomainHyphens: name.split('-').length - 1,
    senderPunycode: flag(/[^ -~]|xn--/.test(domain)),
    senderLocalDigits: digitsOf(local),
    senderLocalLength: Math.min(local.length, 50),
    senderLocalRandom: flag(looksRandom(local)),
    senderDomainRandom: flag(looksRandom(name)),
    senderNoReply: flag(/no.?reply|do.?not.?reply|notification|mailer|bounce/.test(local)),
    senderBrand: flag(brand !== undefined),
    senderBrandForeign: flag(brand !== undefined && !isOwnSender(brand, domain)),
    senderBrandOwn: flag(brand !== undefined && isOwnSender(brand, domain)),
    subjectBrandForeign: flag(subjectBrand !== undefined && !isOwnSender(subjectBrand, domain)),
    domainHoldsBrand: flag(brand === undefined && holdsBrand(domain, name)),
    senderNameInDomain: flag(sharesWord(from.name, name)),
    replyElsewhere: flag(answer !== '' && answer !== registered),
    replyFreeMail: flag(answer !== '' && isFreeMail(answer) && answer !== registered),
    bounceElsewhere: flag(bounce !== '' && bounce !== registered),
    senderIsRecipient: flag(
      mail.to.some(({ address }) => address !== '' && address === from.address),
    ),
    recipientMissing: flag(mail.to.length === 0),
    recipients: Math.min(mail.to.length, 20),
  }
}

/** Whether a domain that is no brand's own has the name of one. */
function holdsBrand(domain: string, name: string): boolean {
  const held = brandIn(name.replaceAll('-', ' '))
  return held !== undefined && !isOwnHost(held, domain)
}

function capitalsOf(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters < 4 ? 0 : (text.match(/\p{Lu}/gu)?.length ?? 0) / letters
}

function digitsOf(text: string): number {
  return text.length === 0 ? 0 : (text.match(/\d/g)?.length ?? 0) / text.length
}

/** Greek letters that look like Latin ones; of `kΩ` and `TNFα` no reader is deceived. */
const greekAmongLatin =
  /[A-Za-z][ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]|[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ][A-Za-z]|[a-z][αικνορτυχ]|[αικνορτυχ][a-z]/

/** Letters of others beside Latin ones in one word, or letters that are not seen. */
export function mixesLetters(text: string): boolean {
  // Between words they fill the preview of honest mail.
  if (/\p{Script=Latin}[\u200b-\u200d\u2060\ufeff]\p{Script=Latin}/u.test(text)) return true
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (word) =>
      greekAmongLatin.test(word) ||
      (/[a-z]/i.test(word) && /[\p{Script=Cyrillic}\p{Script=Armenian}]/u.test(word)),
  )
}

/** Long, with few vowels or with digits among letters. */
function looksRandom(text: string): boolean {
  if (text.length < 8) return false
  const letters = text.replace(/[^a-z]/g, '')
  const vowels = letters.replace(/[^aeiouy]/g, '').length
  const switches = text.match(/[a-z]\d|\d[a-z]/g)?.length ?? 0
  return switches >= 3 || (letters.length >= 7 && vowels / letters.length < 0.2)
}

function sharesWord(name: string, domain: string): boolean {
  const plain = domain.replaceAll('-', '')
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.length >= 3 && plain.includes(word))
}
