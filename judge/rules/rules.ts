import { brandOfSender } from '../features/brands.ts'
import { isAttachedPage, isDangerous } from '../features/build.ts'
import type { Knowledge } from '../knowledge.ts'
import { isFreeMail } from '../lists/lists.ts'
import type { Authentication } from '../read/own-authentication.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { accountReasons, changeSaid, changesAccount } from './accounts.ts'
import { against, type Case, openCase, type Weighed } from './case.ts'
import { type Doubt, isOfKnowledge } from './doubt.ts'
import { praisesOf } from './praises.ts'
import { pressureReasons, requestReasons } from './request-reasons.ts'
import { trapsIn } from './traps.ts'
import {
  type DoubtWeight,
  doubtWeights,
  letterWeights,
  takenOver,
  trust,
  unsupported,
} from './weights.ts'

export interface Findings {
  readonly weighed: readonly Weighed[]
  /** How much all of it moves the logarithm of the odds. */
  readonly sum: number
  /** The mail is from the organization itself, proven by its gateway. */
  readonly isOwn: boolean
  /** There is nothing in it to open, so that its words alone say little. */
  readonly isQuiet: boolean
  readonly isHomely: boolean
}

/**
 * The organization's knowledge about a mail, and the words of a letter. Evidence combines: a doubt
 * about the sender weighs little while nothing is asked for, and what is asked for weighs little
 * while there is no doubt about the sender.
 * @param letter the logarithm of the odds that a letter with these words is a fraud
 */
export async function applyRules(
  mail: ReadMail,
  knowledge: Knowledge,
  authentication: Authentication | undefined,
  letter: number,
  pause?: () => Promise<void>,
): Promise<Findings> {
  const it = await openCase(mail, knowledge, authentication, letter, pause)
  await pause?.()
  const { sender, doubts, asking, isMoneyMatter, isQuiet } = it
  const isOwn = sender.isOwn && sender.isProven
  const strengthOf = ({ alone, asking: most, isPerson, question = 0 }: DoubtWeight) => {
    const least = it.requests.has('question') ? question : 0
    const share = isMoneyMatter && isPerson !== true ? 0.8 : asking
    return alone + (most - alone) * Math.max(share, least)
  }
  const weighedDoubts = (of: readonly Doubt[]) =>
    of.map(({ code, values, place, weight }) => against(strengthOf(weight), code, values, place))
  const traps = trapsIn(mail, sender, it.requests, knowledge)
  const accounts = isOwn ? [] : accountReasons(it)
  const known = [
    ...weighedDoubts(doubts.filter(isOfKnowledge)),
    ...traps,
    ...(it.isTrusted ? accounts : []),
    ...trustReasons(it, traps),
    ...letterReasons(it),
  ]
  const worded = [
    ...weighedDoubts(doubts.filter((doubt) => !isOfKnowledge(doubt))),
    ...thread(it, strengthOf(doubtWeights.thread)),
    ...(it.isTrusted ? [] : accounts),
    ...(isOwn ? [] : [...requestReasons(it), ...pressureReasons(it)]),
  ]
  return {
    weighed: [...known, ...worded, ...praisesOf(it)].filter(({ strength }) => strength !== 0),
    sum: total(known) + total(worded) * shareOfWords(it),
    isOwn,
    isQuiet,
    isHomely: isHomely(it),
  }
}

/** A colleague writes from home, or one who is new here, and asks for nothing that frauds are after. */
function isHomely({ doubts, asking, requests }: Case): boolean {
  const { colleague, colleagueUnderText } = doubtWeights
  const isPrivate = doubts.some(
    ({ weight }) => weight === colleague || weight === colleagueUnderText,
  )
  return (asking === 0 && isPrivate) || (requests.has('newcomer') && !requests.has('payment'))
}

function total(weighed: readonly Weighed[]): number {
  return weighed.reduce((sum, { strength }) => sum + strength, 0)
}

/**
 * How much the words of a request count. The model has read them, too: only what it cannot know, a doubt about
 * the sender, makes more of them, and a mail without headers has no sender.
 */
function shareOfWords({
  mail,
  doubts,
  accounts,
  isAboutMoney,
  isQuiet,
  isTrusted,
  requests,
}: Case): number {
  const isSupported = doubts.some(isOfKnowledge) || (accounts.length > 0 && !isTrusted)
  if (isSupported || mail.headers.length === 0) return 1
  // No honest sender asks for these.
  if ((['extortion', 'sentSecret'] as const).some((kind) => requests.has(kind))) return 1
  if (!isQuiet) return unsupported.other
  // Money to be kept secret, or to go elsewhere, is the plainest sign that words alone can give.
  const isPlain = (
    ['secrecy', 'oddPayment', 'advanceFee', 'changedAccount', 'bankRecords'] as const
  ).some((kind) => requests.has(kind))
  return isAboutMoney && isPlain ? 1 : unsupported.quiet
}

const claimsThread = /^\s*(?:re|aw|sv|fwd?|fw|رد|إعادة توجيه)\s*:/i

/** A subject that poses as an answer to those who never wrote. */
function thread({ mail, sender }: Case, strength: number): Weighed[] {
  const { subject, headers, isReply } = mail
  if (!sender.isFirst || isReply || headers.length === 0 || !claimsThread.test(subject)) return []
  const place = { part: 'subject', text: subject.slice(0, 200) } as const
  return [against(strength, 'thread_not_begun_here', {}, place)]
}

/** A mailbox that was taken over asks for this, so that being known says nothing. */
function asksForTrust({ mail, requests }: Case): boolean {
  const kinds = ['credentials', 'oddPayment', 'changedAccount', 'giftCards', 'giftCodes'] as const
  return (
    kinds.some((it) => requests.has(it)) ||
    mail.attachments.some((it) => isAttachedPage(it) || isDangerous(it) || it.isEncrypted)
  )
}

/** Reasons that speak for a mail; and that its sender is new, which says little against it. */
function trustReasons(it: Case, traps: readonly Weighed[]): Weighed[] {
  const { sender, isTrusted, mail } = it
  const { address, domain, isFirst, isKnown, isProven, registered } = sender
  const place = { part: 'from', text: `${mail.from.name} <${address}>`.slice(0, 200) } as const
  const isTrap = traps.some(({ strength }) => strength >= takenOver)
  const isDoubtful = !isTrusted || changesAccount(it) || asksForTrust(it) || isTrap
  const weighed: Weighed[] = []
  if (isFirst) weighed.push(against(trust.firstContact, 'first_contact', { address }, place))
  if (isProven) {
    const isStrange = isFirst || isDoubtful || isFreeMail(registered)
    const strength = isStrange ? trust.provenStranger : trust.proven
    const reason = { speaks: 'for', place } as const
    const name = nameServed(it)
    weighed.push({
      strength,
      reason:
        name === undefined
          ? { ...reason, code: 'authentication_passed', values: { domain } }
          : { ...reason, code: 'sent_by_service', values: { domain, name } },
    })
  }
  if (isKnown && !sender.isFailed) {
    const known = isProven ? trust.knownProven : trust.known
    weighed.push({
      strength: isDoubtful ? trust.knownButAsks : known,
      reason: { code: 'known_correspondent', speaks: 'for', values: { address }, place },
    })
  }
  return weighed
}

/** In whose name a service writes, which proves no more than itself; undefined where it writes in its own. */
function nameServed({ sender, mail }: Case): string | undefined {
  const name = mail.from.name.replace(/\s+(?:via|عبر)\s.*$/iu, '')
  const isItself = name === '' || brandOfSender(name) !== undefined
  return sender.isService && !isItself ? name : undefined
}

/*
 * Business mail has nothing to open, and its frauds are said in more ways than phrases can name. A linear
 * model of letters alone says how much the words are those of a fraud; it was trained with honest letters on
 * the same matters.
 */

/**
 * The weight of a letter's words for or against it; they never speak for one by which money goes
 * elsewhere unchecked.
 */
function letterReasons(it: Case): Weighed[] {
  if (!it.isQuiet) return []
  const { least, most, each } = letterWeights.words
  const isChange = changeSaid(it) !== undefined && !it.requests.has('verified')
  const letter = Math.min(most, Math.max(isChange ? 0 : least, it.letter))
  const strength = each * letter
  return strength > 0
    ? [{ strength, reason: { code: 'unusual_wording', speaks: 'against', values: {} } }]
    : [{ strength, reason: { code: 'ordinary_wording', speaks: 'for', values: {} } }]
}
