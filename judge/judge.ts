import { featuresOf } from './features/features.ts'
import type { Judgement, Reason } from './judgement.ts'
import type { Knowledge } from './knowledge.ts'
import { estimate, type Model, sigmoid } from './model/model.ts'
import { ownAuthentication } from './read/own-authentication.ts'
import { type ReadMail, readMail, readPasted } from './read/read-mail.ts'
import { reasonsOfModel } from './reasons/from-model.ts'
import { applyRules, type Weighed } from './rules/rules.ts'

export interface JudgeOptions {
  readonly model: Model
  /** How many honest mails in 1,000 may be marked; the model's thresholds say the score for it. */
  readonly perThousand?: number
  /** Called between steps, so that a page can answer its reader meanwhile. */
  readonly pause?: () => Promise<void>
}

const mostReasons = 6
/** What is weaker than this is no reason. */
const leastStrength = 0.15

/**
 * Judges a mail, alone: safe or suspicious, never malicious. The same input gives the same answer
 * everywhere; no clock, no network, nothing is kept.
 * @param message the raw mail
 */
export async function judgeMail(
  message: Uint8Array,
  knowledge: Knowledge,
  options: JudgeOptions,
): Promise<Judgement> {
  return judgeReadMail(await readMail(message, options.pause), knowledge, options)
}

/** Judges a pasted text or link; what stands in headers could not be read. */
export function judgeText(
  text: string,
  knowledge: Knowledge,
  options: JudgeOptions,
): Promise<Judgement> {
  return judgeReadMail(readPasted(text), knowledge, options)
}

/** Judges a mail that was read already, by a page that shows it too. */
export async function judgeReadMail(
  mail: ReadMail,
  knowledge: Knowledge,
  { model, perThousand = 10, pause }: JudgeOptions,
): Promise<Judgement> {
  const features = featuresOf(mail)
  await pause?.()
  const estimated = estimate(model, features)
  const authentication = ownAuthentication(mail, knowledge)
  const { weighed, isOwn } = applyRules(mail, knowledge, authentication)
  const score = combine(estimated.score, weighed, isOwn)
  const threshold = thresholdOf(model, perThousand)
  const level = score >= threshold ? 'suspicious' : 'safe'
  const unread = [...mail.unread]
  if (authentication === undefined && !unread.includes('authentication'))
    unread.push('authentication')
  return {
    score,
    level,
    reasons: strongest(
      [...weighed, ...reasonsOfModel(mail, features.numbers, estimated.shares)],
      level,
    ),
    model: model.version,
    unread,
  }
}

/** Rules move the odds of the model; a mail that a colleague has proven to send is judged by its text alone. */
function combine(score: number, weighed: readonly Weighed[], isOwn: boolean): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, score))
  const sum = weighed.reduce((total, { strength }) => total + strength, 0)
  const combined = sigmoid(Math.log(bounded / (1 - bounded)) + sum - (isOwn ? 3 : 0))
  return Math.round(combined * 1e6) / 1e6
}

/** The score from which a mail is marked, for the nearest stricter share that the model knows. */
export function thresholdOf({ thresholds }: Model, perThousand: number): number {
  const known = thresholds.filter((it) => it.perThousand <= perThousand)
  return (known.at(-1) ?? thresholds[0])?.score ?? 1
}

/** What cannot be shown in the mail comes after what can. */
function isGeneral({ code }: Reason): boolean {
  return /^(?:un)?(?:usual|ordinary)_/.test(code)
}

/** The strongest reasons, those first that speak for the level. */
function strongest(weighed: readonly Weighed[], level: Judgement['level']): Reason[] {
  const leads = level === 'suspicious' ? 'against' : 'for'
  const best = new Map<string, Weighed>()
  for (const it of weighed) {
    const strength = Math.abs(it.strength)
    const before = best.get(it.reason.code)
    if (strength >= leastStrength && strength > Math.abs(before?.strength ?? 0))
      best.set(it.reason.code, it)
  }
  return [...best.values()]
    .toSorted(
      (a, b) =>
        Number(b.reason.speaks === leads) - Number(a.reason.speaks === leads) ||
        Number(isGeneral(a.reason)) - Number(isGeneral(b.reason)) ||
        Math.abs(b.strength) - Math.abs(a.strength),
    )
    .slice(0, mostReasons)
    .map(({ reason }) => reason)
}
