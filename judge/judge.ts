import { type Features, featuresOf } from './features/features.ts'
import { seenText } from './features/text.ts'
import type { Judgement, Learnt, Unread } from './judgement.ts'
import type { Knowledge } from './knowledge.ts'
import { estimate, type Model, sigmoid } from './model/model.ts'
import { ownAuthentication } from './read/own-authentication.ts'
import { type ReadCode, type ReadMail, readMail, readPasted } from './read/read-mail.ts'
import { chooseReasons } from './reasons/choose.ts'
import { reasonsOfModel } from './reasons/from-model.ts'
import type { Weighed } from './rules/case.ts'
import { applyRules, type Findings } from './rules/rules.ts'

export interface JudgeOptions {
  readonly model: Model
  /** How many honest mails in 1,000 may be marked; the model's thresholds say the score for it. */
  readonly perThousand?: number
  /** Called between steps, so that a page can answer its reader meanwhile. */
  readonly pause?: () => Promise<void>
  /** Without it no QR code is read. */
  readonly readCode?: ReadCode
  /** Without it nothing that was learnt counts. */
  readonly layer?: LearntLayer
}

/** The lessons of an organization, opened by `judge/learn/`, which a page does not load. */
export interface LearntLayer {
  /** How much it moves the logarithm of the odds. */
  readonly shiftOf: (mail: ReadMail, features: Features) => number
}

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
  return judgeReadMail(await readMail(message, options.pause, options.readCode), knowledge, options)
}

/** Judges a pasted text or link; what stands in headers could not be read. */
export async function judgeText(
  text: string,
  knowledge: Knowledge,
  options: JudgeOptions,
): Promise<Judgement> {
  return judgeReadMail(await readPasted(text), knowledge, options)
}

/** Judges a mail that was read already, by a page that shows it too. */
export async function judgeReadMail(
  mail: ReadMail,
  knowledge: Knowledge,
  { model, perThousand = 10, pause, layer }: JudgeOptions,
): Promise<Judgement> {
  const features = featuresOf(mail)
  await pause?.()
  const estimated = estimate(model, features)
  await pause?.()
  const authentication = ownAuthentication(mail, knowledge)
  const letter = model.letters?.(mail.subject, seenText(mail)) ?? 0
  const findings = await applyRules(mail, knowledge, authentication, letter, pause)
  await pause?.()
  const shared = combine(model, estimated.score, findings)
  const threshold = thresholdOf(model, perThousand)
  const learnt = layer && learntOf(shared, threshold, layer.shiftOf(mail, features))
  const score = learnt === undefined ? shared : shiftScore(shared, learnt.shift)
  const level = levelOf(score, threshold)
  const unread = [...mail.unread]
  if (authentication === undefined && !unread.includes('authentication'))
    unread.push('authentication')
  const weighed = [
    ...findings.weighed,
    ...reasonsOfModel(mail, features.numbers, estimated.shares),
    ...reasonOfLearnt(learnt, level),
  ]
  return {
    score,
    level,
    reasons: chooseReasons(isUnread(mail) ? weighed.filter(isAgainst) : weighed, level),
    model: model.version,
    unread,
    ...(learnt && { learnt }),
  }
}

const levelOf = (score: number, threshold: number) => (score >= threshold ? 'suspicious' : 'safe')

function learntOf(score: number, threshold: number, shift: number): Learnt {
  return { shift, score, level: levelOf(score, threshold) }
}

/** A smaller move is no reason by itself. */
const leastLearnt = 1

function reasonOfLearnt(learnt: Learnt | undefined, level: Judgement['level']): Weighed[] {
  if (learnt === undefined) return []
  const { shift } = learnt
  if (learnt.level === level && Math.abs(shift) < leastLearnt) return []
  const reason =
    shift > 0
      ? ({ code: 'resembles_marked', speaks: 'against', values: {} } as const)
      : ({ code: 'resembles_honest', speaks: 'for', values: {} } as const)
  return [{ strength: shift, reason }]
}

/** A part that could not be read speaks for no mail. */
function isUnread({ text, unread }: ReadMail): boolean {
  const hidden: readonly Unread[] = [
    'pictures',
    'too_large',
    'too_many_parts',
    'encrypted',
    'packed',
  ]
  return text === '' || hidden.some((it) => unread.includes(it))
}

const isAgainst = ({ reason }: Weighed) => reason.speaks === 'against'

/*
 * How far below the mark words may leave a mail, on the scale of the rules' weights. The mark is the
 * model's for 10 in 1,000, so that the weights mean the same after another training.
 */
/**
 * For a mail with nothing to open. The text model is unreliable there, so its score above `most` is
 * damped. A hard limit there cost 17 of 100 attacks in the cross-validation. Its odds count from `mark`, by
 * which honest letters keep the promise, and not from one that other mail has raised.
 */
const quietWords = { mark: 1.8, least: 3.8, most: 1.6, beyond: 0.7, homely: 0.4 }
/** Ordinary words say nothing against what the rules found. */
const leastBesideRules = 4.6

/** Rules move the odds of the model; a mail that a colleague has proven to send is judged by its text alone. */
function combine(model: Model, score: number, { sum, isOwn, isQuiet, isHomely }: Findings): number {
  const mark = oddsOf(thresholdOf(model, 10))
  const odds = oddsOf(score) + (isQuiet ? mark - quietWords.mark : 0)
  const least = mark - (isQuiet ? quietWords.least : leastBesideRules)
  const most = isQuiet ? mark - quietWords.most : odds
  const limited =
    odds > most ? most + (odds - most) * (isHomely ? quietWords.homely : quietWords.beyond) : odds
  const words = sum > 0 ? Math.max(limited, least) : limited
  return rounded(sigmoid(words + sum - (isOwn ? 3 : 0)))
}

const rounded = (score: number) => Math.round(score * 1e6) / 1e6

/** A score whose odds something moves. */
export function shiftScore(score: number, shift: number): number {
  return shift === 0 ? score : rounded(sigmoid(oddsOf(score) + shift))
}

/** The logarithm of the odds. */
function oddsOf(score: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, score))
  return Math.log(bounded / (1 - bounded))
}

/** The score from which a mail is marked, for the nearest stricter share that the model knows. */
export function thresholdOf({ thresholds }: Model, perThousand: number): number {
  const known = thresholds.filter((it) => it.perThousand <= perThousand)
  return (known.at(-1) ?? thresholds[0])?.score ?? 1
}
