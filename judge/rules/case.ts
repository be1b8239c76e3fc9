import { brandOfSender } from '../features/brands.ts'
import { isAttachedPage, isDangerous } from '../features/build.ts'
import { seenText } from '../features/text.ts'
import type { Place, Reason } from '../judgement.ts'
import type { Knowledge } from '../knowledge.ts'
import { hostOf, registeredDomain } from '../read/domain.ts'
import type { Authentication } from '../read/own-authentication.ts'
import { plainForm } from '../read/plain-form.ts'
import type { Link } from '../read/read-html.ts'
import type { ReadMail } from '../read/read-mail.ts'
import type { Doubt } from './doubt.ts'
import { doubtsOf } from './doubts.ts'
import { type Account, ibansIn } from './iban.ts'
import { type Requests, requestsIn } from './requests/requests.ts'
import type { Said } from './requests/said.ts'
import { isWithin, type Sender, senderOf } from './sender.ts'
import { letterWeights } from './weights.ts'

/** Promises of strangers to all. */
const promise =
  /\b(?:bitcoins?|btc|usdt|ethereum|crypto|inheritance|next of kin|lottery|million (?:us )?(?:dollars|usd|euros?|pounds)|jackpot|casino|loan offer|guaranteed (?:profit|returns?))\b|بيتكوين|عملات رقمية|ميراث|مليون دولار|جائزة نقدية|أرباح مضمونة/i

/**
 * Whether a mail has nothing to open, and makes no promise: no link but to the sender's front page or to
 * sites that are known here, no file that can do harm, no form. Business mail between people is such.
 * Only an organization that knows its correspondents can judge it by the rules.
 */
function isQuietMail(mail: ReadMail, sender: Sender, knowledge: Knowledge): boolean {
  if (knowledge.isCorrespondent === undefined) return false
  const { attachments, html, links, from } = mail
  if ((html?.forms ?? 0) > 0 || links.some((it) => leadsAway(it, sender, knowledge))) return false
  if (attachments.some((it) => isAttachedPage(it) || isDangerous(it) || it.isEncrypted))
    return false
  if (brandOfSender(from.name) !== undefined || mail.unread.includes('pictures')) return false
  return !promise.test(seenText(mail))
}

function leadsAway({ target }: Link, { registered }: Sender, knowledge: Knowledge): boolean {
  const host = hostOf(target)
  if (host === '') return /^(?:data|javascript|vbscript|blob):/i.test(target)
  const { domains = [], correspondentDomains = [] } = knowledge
  if (isWithin(host, domains) || isWithin(host, correspondentDomains)) return false
  const path = target.replace(/^(?:https?:)?\/\/[^/?#]*/i, '')
  return registeredDomain(host) !== registered || !/^\/?(?:index\.\w+|en\/?|ar\/?)?$/i.test(path)
}

/** A reason with its strength: how much it moves the logarithm of the odds. */
export interface Weighed {
  readonly reason: Reason
  readonly strength: number
}

/** The facts that are known of a mail when its requests are weighed. */
export interface Case {
  readonly mail: ReadMail
  readonly sender: Sender
  readonly requests: Requests
  readonly doubts: readonly Doubt[]
  /** How much it asks for what frauds are after, from 0 to 1. */
  readonly asking: number
  /** It only speaks of money, which colleagues do at home, and firms that seem to be others do not. */
  readonly isMoneyMatter: boolean
  /** It wants money: by its words, or by an account that it names. */
  readonly isAboutMoney: boolean
  /** It asks, and its sender may be another one than the mail says. */
  readonly isSuspect: boolean
  /** Known to the organization or of it, not forged, and beyond such doubts. */
  readonly isTrusted: boolean
  /** There is nothing in it to open, so that its words alone say little. */
  readonly isQuiet: boolean
  /** The logarithm of the odds that a letter with these words is a fraud. */
  readonly letter: number
  /** That the mail names. */
  readonly accounts: readonly Account[]
}

const money = [
  'payment',
  'oddPayment',
  'advanceFee',
  'changedAccount',
  'giftCards',
  'giftCodes',
] as const

const business = [
  'payment',
  'oddPayment',
  'advanceFee',
  'bankRecords',
  'changedAccount',
  'salaryAccount',
  'accountDetails',
  'giftCards',
  'giftCodes',
  'deal',
  'lists',
  'credentials',
  'number',
  'vagueTask',
] as const

export async function openCase(
  mail: ReadMail,
  knowledge: Knowledge,
  authentication: Authentication | undefined,
  letter: number,
  pause?: () => Promise<void>,
): Promise<Case> {
  const sender = senderOf(mail, knowledge, authentication)
  const requests = await requestsIn(mail, pause)
  const doubts = await doubtsOf(mail, sender, knowledge)
  const accounts = ibansIn(`${mail.text}\n${mail.plain ?? ''}`)
  const isQuiet = isQuietMail(mail, sender, knowledge)
  const asked = accounts.length > 0 ? 1 : askingOf(requests)
  const asking = isQuiet ? Math.max(asked, askingOfLetter(letter)) : asked
  const isAboutMoney = money.some((it) => requests.has(it)) || accounts.length > 0
  const isMoneyMatter = asking === moneyMatter || asking === amountOf || asking === calmMoneyMatter
  const isSuspect = asking > 0 && doubts.some(({ weight }) => weight.asking >= 2)
  const isTrusted = (sender.isKnown || sender.isOwn) && !sender.isFailed && !isSuspect
  return {
    mail,
    sender,
    requests,
    doubts,
    asking,
    isMoneyMatter,
    isAboutMoney,
    isSuspect,
    isTrusted,
    isQuiet,
    letter,
    accounts,
  }
}

const moneyMatter = 0.5
const amountOf = 0.6
const calmMoneyMatter = 0.33

/** How much words ask for what frauds are after, from 0 to 1, where no phrase is known. */
function askingOfLetter(letter: number): number {
  const { from, each, most } = letterWeights.asking
  return Math.min(most, Math.max(0, (letter - from) * each))
}

/** Friends ask for favours and keep secrets too; who must not be called as well is another one. */
function askingOf(requests: Requests): number {
  if (business.some((it) => requests.has(it))) return 1
  const isClosed = requests.has('secrecy') || requests.has('unreachable')
  const isHasty = requests.has('haste')
  // Colleagues speak of their firm's money at home; a sum of it, haste or silence makes it another thing.
  const isMoney = requests.has('moneyMatter')
  if (requests.has('amount') && (isHasty || requests.has('question')))
    return isClosed || isHasty || isMoney ? amountOf : calmMoneyMatter
  if (isMoney) return isClosed || isHasty ? moneyMatter : calmMoneyMatter
  if (requests.has('favour')) return isClosed ? 1 : isHasty ? 0.25 : 0.2
  return requests.has('secrecy') && requests.has('unreachable') ? 0.3 : 0
}

/** Whether it asks for nothing that frauds are after. */
export function asksForNothing(requests: Requests): boolean {
  return askingOf(requests) === 0
}

/** A reason against a mail, with the sentence that it is about. */
export function against(
  strength: number,
  code: Reason['code'],
  values: Reason['values'],
  place?: Place,
): Weighed {
  const reason = { code, speaks: 'against', values } as const
  return { strength, reason: place === undefined ? reason : { ...reason, place } }
}

/** Where a sentence stands; of a long one its words. */
export function placeOfSaid({ subject }: ReadMail, { said, words }: Said): Place {
  const isSubject = plainForm(subject).includes(plainForm(said))
  const piece = words.split('…').find((it) => it.trim() !== '') ?? words
  return { part: isSubject ? 'subject' : 'text', text: said.length <= 200 ? said : piece.trim() }
}

export function placeOfLink({ text, target }: Link): Place {
  return { part: 'link', text: (text || target).slice(0, 200) }
}
