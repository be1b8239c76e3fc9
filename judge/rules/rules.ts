import { isDisguised, siteNamedBy } from '../features/links.ts'
import { seenText } from '../features/text.ts'
import { findWording } from '../features/wording.ts'
import type { Reason } from '../judgement.ts'
import type { Knowledge } from '../knowledge.ts'
import { isFreeMail, isListed } from '../lists/lists.ts'
import { domainOf, hostOf, registeredDomain } from '../read/domain.ts'
import type { Authentication } from '../read/own-authentication.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { ibansIn } from './iban.ts'
import { lookalikeOf } from './lookalikes.ts'
import { personNamed } from './people.ts'

/** A reason with its strength: how much it moves the logarithm of the odds. */
export interface Weighed {
  readonly reason: Reason
  readonly strength: number
}

export interface Findings {
  readonly weighed: readonly Weighed[]
  /** The mail is from the organization itself, proven by its gateway. */
  readonly isOwn: boolean
}

/** What the organization's knowledge says about a mail; no text model can know it. */
export function applyRules(
  mail: ReadMail,
  knowledge: Knowledge,
  authentication: Authentication | undefined,
): Findings {
  const weighed: Weighed[] = []
  const add = (
    strength: number,
    code: Reason['code'],
    values: Reason['values'],
    place?: Reason['place'],
  ) => {
    const speaks = strength > 0 ? 'against' : 'for'
    const reason = { code, speaks, values } as const
    weighed.push({ strength, reason: place === undefined ? reason : { ...reason, place } })
  }
  const { from } = mail
  const domain = domainOf(from.address)
  const registered = registeredDomain(domain)
  const ownDomains = (knowledge.domains ?? []).map((it) => it.toLowerCase())
  const isFromOwn = ownDomains.some((own) => domain === own || domain.endsWith(`.${own}`))
  const isProven = authentication?.dmarc === 'pass'
  const isFailed = authentication !== undefined && authentication.dmarc === 'fail'
  const isKnown = knowledge.isCorrespondent?.(from.address) === true && !isFailed
  const isFirst = knowledge.isCorrespondent !== undefined && !isKnown && !isFromOwn
  const seen = seenText(mail)
  const has = (wording: Parameters<typeof findWording>[0]) => findWording(wording, seen)
  const fromPlace = { part: 'from', text: `${from.name} <${from.address}>`.slice(0, 200) } as const

  if (isFromOwn && (isFailed || authentication?.spf === 'fail')) {
    add(3, 'own_domain_forged', { domain }, fromPlace)
  }
  const colleague = personNamed(knowledge.people ?? [], from.name)
  const isForeign = ownDomains.length > 0 && !isFromOwn
  const isColleague =
    colleague !== undefined && isForeign && colleague.address?.toLowerCase() !== from.address
  const asks =
    has('asksForPayment') ??
    has('changesAccount') ??
    has('asksForGiftCards') ??
    has('asksToAnswerFirst') ??
    has('keepsSecret') ??
    has('asksForPassword')
  if (isColleague && !(isKnown && asks === undefined)) {
    const strength = asks === undefined ? 1.2 : 4.5
    add(
      strength,
      'colleague_name_on_foreign_address',
      { name: from.name, address: from.address },
      fromPlace,
    )
  }
  const other = lookalikeOf(registered, ownDomains)
  if (!isFromOwn && other !== undefined) {
    add(4, 'lookalike_of_own_domain', { domain: registered, other }, fromPlace)
  } else if (!isKnown && !isFromOwn && !isFreeMail(registered)) {
    const alike = lookalikeOf(registered, knowledge.correspondentDomains ?? [])
    if (alike !== undefined) {
      add(4, 'lookalike_of_correspondent', { domain: registered, other: alike }, fromPlace)
    }
  }
  const ibans = ibansIn(`${mail.text}\n${mail.plain ?? ''}`)
  const { ibans: bank } = knowledge
  const unknown = bank === undefined ? [] : ibans.filter((iban) => !bank.known.has(bank.hmac(iban)))
  const changes = has('changesAccount')
  if (unknown.length > 0 && (changes !== undefined || isFirst || isColleague)) {
    add(changes === undefined ? 1.5 : 3.5, 'changed_bank_details', {
      iban: `${unknown[0]?.slice(0, 4)}…${unknown[0]?.slice(-4)}`,
    })
  } else if (changes !== undefined && (isFirst || isColleague || unknown.length > 0)) {
    add(2.5, 'changed_bank_details', { iban: '' }, { part: 'text', text: changes })
  } else if (
    changes !== undefined &&
    mail.replyTo.some(({ address }) => registeredDomain(domainOf(address)) !== registered)
  ) {
    add(2.5, 'changed_bank_details', { iban: '' }, { part: 'text', text: changes })
  }
  const secret = has('keepsSecret')
  const haste = has('presses')
  if (
    secret !== undefined &&
    haste !== undefined &&
    !isProvenOwn(isFromOwn, isProven) &&
    !isKnown
  ) {
    add(asks === undefined ? 1 : 2.2, 'secrecy_with_haste', {}, { part: 'text', text: secret })
  }
  const gift = has('asksForGiftCards')
  if (
    gift !== undefined &&
    !isProvenOwn(isFromOwn, isProven) &&
    (isFirst || isColleague) &&
    /\b(?:buy|purchase|get|need|send|photo|picture|codes?)\b|شراء|اشتر|صور|أرسل/i.test(seen)
  ) {
    add(2.5, 'asks_for_gift_cards', {}, { part: 'text', text: gift })
  }
  const claimsThread = /^\s*(?:re|aw|fwd?|fw|رد|إعادة توجيه)\s*:/i.test(mail.subject)
  if (claimsThread && !mail.isReply && isFirst && mail.headers.length > 0) {
    add(
      asks === undefined ? 0.7 : 1.5,
      'thread_not_begun_here',
      {},
      { part: 'subject', text: mail.subject.slice(0, 200) },
    )
  }
  const answer = mail.replyTo.find(
    ({ address }) => address !== '' && registeredDomain(domainOf(address)) !== registered,
  )
  if (
    answer !== undefined &&
    isFreeMail(registeredDomain(domainOf(answer.address))) &&
    !isFreeMail(registered)
  ) {
    add(
      asks === undefined ? 1 : 2,
      'reply_to_free_mail',
      { address: answer.address },
      { part: 'reply-to', text: answer.address },
    )
  }
  const disguised = mail.links.find(
    (link) => isDisguised(link) && !isListed('mailer', hostOf(link.target)),
  )
  if (disguised !== undefined) {
    const values = {
      text: siteNamedBy(disguised),
      target: registeredDomain(hostOf(disguised.target)),
    }
    // Bulk mailers count clicks, so that the text alone is no more than a hint.
    const isBulk = mail.headers.some(({ key }) => key === 'list-unsubscribe')
    add(isBulk ? 0.2 : 0.8, 'link_text_names_another_site', values, {
      part: 'link',
      text: disguised.text,
    })
  }
  const password =
    /\b(?:password|pass ?code|pin)\s*(?:is|:|=|for)|كلمة (?:المرور|السر) (?:هي|للملف)|كلمة (?:المرور|السر)\s*:/i.exec(
      seen,
    )
  if (password !== null && mail.attachments.some(({ isEncrypted }) => isEncrypted)) {
    add(2, 'archive_with_password_in_text', {}, { part: 'text', text: password[0] })
  }
  if (isFailed && !isFromOwn) add(0.8, 'authentication_failed', { domain }, fromPlace)
  if (isProven)
    add(
      isFirst || isFreeMail(registered) ? -0.2 : -0.8,
      'authentication_passed',
      { domain },
      fromPlace,
    )
  if (isKnown && !isColleague)
    add(isProven ? -2.5 : -1.2, 'known_correspondent', { address: from.address }, fromPlace)
  if (isFirst)
    add(asks === undefined ? 0.2 : 0.6, 'first_contact', { address: from.address }, fromPlace)
  return { weighed, isOwn: isProvenOwn(isFromOwn, isProven) }
}

function isProvenOwn(isFromOwn: boolean, isProven: boolean): boolean {
  return isFromOwn && isProven
}
