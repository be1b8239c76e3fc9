import type { Features } from '../features/features.ts'
import { wordPlaces } from '../features/words.ts'

/** A linear model of words: a signed byte for each place, in base64, times the scale. */
export interface StoredWords {
  readonly weights: string
  readonly scale: number
  readonly bias: number
}

interface Words extends StoredWords {
  readonly bytes: Int8Array
}

/** A model as it is kept: JSON, so that a page, a worker and a test load the same one. */
export interface StoredModel {
  readonly version: string
  readonly words: StoredWords
  /** The names of the numbers that trees ask for; the last one is the answer of the linear model. */
  readonly features: readonly string[]
  /** Each tree: for each inner node the number of a feature and a limit, then the leaves. */
  readonly depth: number
  readonly base: number
  readonly trees: readonly {
    readonly splits: readonly number[]
    readonly leaves: readonly number[]
  }[]
  /** Platt's scaling from the sum of the trees to a probability. */
  readonly calibration: { readonly slope: number; readonly offset: number }
  /** The score from which a mail is suspicious, by how many of 1,000 honest mails it may mark. */
  readonly thresholds: readonly { readonly perThousand: number; readonly score: number }[]
}

export interface Model extends StoredModel {
  readonly words: Words
  /** Trained with business letters alone, honest ones and frauds; a page, which knows no organization, has none. */
  readonly letters?: Words
}

export function openModel(stored: StoredModel, letters?: StoredWords): Model {
  const words = openWords(stored.words)
  return letters === undefined
    ? { ...stored, words }
    : { ...stored, words, letters: openWords(letters) }
}

function openWords(stored: StoredWords): Words {
  const bytes = Int8Array.from(atob(stored.weights), (letter) => letter.charCodeAt(0))
  if (bytes.length !== wordPlaces) throw new Error('The model has another number of places.')
  return { ...stored, bytes }
}

export interface Estimate {
  readonly score: number
  /** The logarithm of the odds that a letter with these words is a fraud; 0 where that is not known. */
  readonly letter: number
  /** Each feature's addition to the sum of the trees, by name. */
  readonly shares: Readonly<Record<string, number>>
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** The answer of the linear model, divided by the root of the number of places, so that length says little. */
function wordScore({ bytes, scale, bias }: Words, places: Uint32Array): number {
  let sum = 0
  for (const place of places) sum += bytes[place] ?? 0
  return bias + (sum * scale) / Math.sqrt(places.length + 20)
}

/**
 * How much less the worst passage weighs than the whole, as odds. Friendly words around an attack cannot hide
 * it, and one hard sentence of a long letter does not make it one: the worst of many is worse by chance.
 * In the cross-validation this costs 0.5 points of recall at 1 % more than 2 for each length, and lets half as
 * many attacks with two friendly sentences go.
 */
const passageDoubt = (count: number) => Math.min(3, 0.7 * Math.log2(Math.max(1, count)))

export function estimate(model: Model, { numbers, places, passages }: Features): Estimate {
  const wording = wordScore(model.words, places)
  const worst = Math.max(...passages.map((it) => wordScore(model.words, it)))
  const whole = follow(model, numbers, wording)
  const passage = worst > wording ? follow(model, numbers, worst) : whole
  return {
    score: scoreOf(whole.odds, passage.odds, passages.length),
    letter: model.letters === undefined ? 0 : wordScore(model.letters, places),
    shares:
      passage.odds - passageDoubt(passages.length) > whole.odds ? passage.shares : whole.shares,
  }
}

/** The probability by the odds of the whole text and by those of the worst of its passages. */
export function scoreOf(whole: number, passage: number, count: number): number {
  return sigmoid(Math.max(whole, passage - passageDoubt(count)))
}

function follow(model: Model, numbers: Features['numbers'], wording: number) {
  const values = model.features.map((name) => (name === 'wording' ? wording : (numbers[name] ?? 0)))
  const shares: Record<string, number> = {}
  let sum = model.base
  for (const tree of model.trees) sum += walk(model, tree, values, shares)
  const { slope, offset } = model.calibration
  return { odds: slope * sum + offset, shares }
}

/** Follows a tree; each step's change of the expected value belongs to the feature that was asked for. */
function walk(
  { depth, features }: Model,
  { splits, leaves }: Model['trees'][number],
  values: readonly number[],
  shares: Record<string, number>,
): number {
  let node = 0
  let first = 0
  let count = leaves.length
  let expected = mean(leaves, first, count)
  for (let level = 0; level < depth; level += 1) {
    const feature = splits[node * 2] ?? -1
    const isRight = feature >= 0 && (values[feature] ?? 0) > (splits[node * 2 + 1] ?? 0)
    count /= 2
    if (isRight) first += count
    node = node * 2 + (isRight ? 2 : 1)
    if (feature < 0) continue
    const next = mean(leaves, first, count)
    const name = features[feature] ?? ''
    shares[name] = (shares[name] ?? 0) + next - expected
    expected = next
  }
  return leaves[first] ?? 0
}

function mean(leaves: readonly number[], first: number, count: number): number {
  let sum = 0
  for (let at = first; at < first + count; at += 1) sum += leaves[at] ?? 0
  return sum / count
}
