import { seenText } from '../features/text.ts'
import { findWording } from '../features/wording.ts'
import { hostOf, registeredDomain } from '../read/domain.ts'
import type { ReasonCode } from '../reasons/codes.ts'
import { asksForNothing, type Case, type Weighed } from './case.ts'

/** Facts in a mail that speak for it. They move no odds, for attackers can write so, too. */
export function praisesOf(it: Case): Weighed[] {
  const { registered } = it.sender
  const sites = it.mail.links
    .filter(({ target }) => !/^(?:mailto:|tel:|sms:|#|$)/i.test(target))
    .map(({ target }) => registeredDomain(hostOf(target)))
  const isAllOwn =
    registered !== '' && sites.length > 0 && sites.every((site) => site === registered)
  return [
    ...(isAllOwn ? [praise('links_of_sender', { domain: registered })] : []),
    ...(isHarmless(it) ? [praise('nothing_to_open', {})] : []),
  ]
}

function praise(code: ReasonCode, values: Readonly<Record<string, string>>): Weighed {
  return { strength: -0.3, reason: { code, speaks: 'for', values } }
}

const wants = ['asksForPassword', 'asksForPayment', 'asksForGiftCards', 'changesAccount'] as const

const sum = /\d ?(?:eur|usd|jod|[€£$]|دولار|يورو|ريال)|[€$£] ?\d|دينار|دنانير/iu
const due = /\b(?:invoice|pay|fee|due)|فاتور|رسوم|دفع|سداد|تستحق/iu

function isHarmless({ mail, requests, accounts }: Case): boolean {
  const files = mail.attachments.filter((it) => !(it.isInline && it.type.startsWith('image/')))
  if (mail.links.length > 0 || files.length > 0 || accounts.length > 0) return false
  if ((mail.html?.forms ?? 0) > 0 || mail.unread.some((it) => it !== 'authentication')) return false
  const seen = seenText(mail)
  // An invoice asks for money in honest words.
  if (sum.test(seen) && due.test(seen)) return false
  return asksForNothing(requests) && wants.every((it) => findWording(it, seen) === undefined)
}
