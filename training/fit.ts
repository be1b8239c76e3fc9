import { type StoredModel, sigmoid } from '../judge/model/model.ts'
import { type Example, quantize, scoreLinear, trainLinear } from './linear.ts'
import { Random } from './random.ts'
import { type TreeSettings, trainTrees } from './trees.ts'

const settings: TreeSettings = {
  trees: 160,
  depth: 4,
  rate: 0.12,
  leastWeight: 8,
  penalty: 2,
  rows: 0.7,
  columns: 0.4,
}

const folds = 5

/** The fold of each group; groups stay whole. */
function foldsOf(examples: readonly Example[], random: Random): number[] {
  const groups = [...new Set(examples.map(({ group }) => group))]
  random.shuffle(groups)
  const fold = new Map(groups.map((group, index) => [group, index % folds]))
  return examples.map(({ group }) => fold.get(group) ?? 0)
}

export interface Fit extends Omit<StoredModel, 'version' | 'thresholds'> {}

/** Sums of trees that have not seen the example: of its whole text, its worst passage, and its worst rest. */
export interface OutOfFold {
  readonly whole: Float64Array
  readonly worst: Float64Array
  readonly rest: Float64Array
}

/** Trains the linear model and, on its answers for words that it has not seen, the trees. */
export function fit(
  examples: readonly Example[],
  seed: number,
): { model: Fit; outOfFold: OutOfFold } {
  const random = new Random(seed)
  const fold = foldsOf(examples, random)
  const wording = new Float64Array(examples.length)
  const worst = new Float64Array(examples.length)
  const rest = new Float64Array(examples.length)
  const numbers = examples.map((it) => () => it.numbers)
  const restNumbers = [...numbers]
  for (let index = 0; index < folds; index += 1) {
    const linear = trainLinear(
      examples.filter((_, at) => fold[at] !== index),
      new Random(seed + index),
    )
    examples.forEach((example, at) => {
      if (fold[at] !== index) return
      const { places, passages = [], rests = [] } = example
      const whole = scoreLinear(linear, places)
      wording[at] = whole
      worst[at] = Math.max(whole, ...passages.map((it) => scoreLinear(linear, it)))
      rest[at] = whole
      for (const it of rests) {
        const score = scoreLinear(linear, it.places)
        if (score <= (rest[at] ?? 0)) continue
        rest[at] = score
        restNumbers[at] = it.numbers
      }
    })
  }
  const names = [...Object.keys(examples[0]?.numbers ?? {}), 'wording']
  const columnsOf = (rows: readonly number[], words = wording, of = numbers) => {
    const asked = new Map(rows.map((at) => [at, of[at]?.()]))
    return names.map((name) =>
      Float64Array.from(rows, (at) =>
        name === 'wording' ? (words[at] ?? 0) : (asked.get(at)?.[name] ?? 0),
      ),
    )
  }
  const fitRows = (rows: readonly number[], tree: number) =>
    trainTrees(
      columnsOf(rows),
      Float64Array.from(rows, (at) => examples[at]?.label ?? 0),
      Float64Array.from(rows, (at) => examples[at]?.weight ?? 0),
      settings,
      new Random(seed + 100 + tree),
    )
  const all = examples.map((_, at) => at)
  const outOfFold = {
    whole: new Float64Array(examples.length),
    worst: new Float64Array(examples.length),
    rest: new Float64Array(examples.length),
  }
  for (let index = 0; index < folds; index += 1) {
    const part = fitRows(
      all.filter((at) => fold[at] !== index),
      index,
    )
    const rows = all.filter((at) => fold[at] === index)
    for (const [name, words, of] of [
      ['whole', wording, numbers],
      ['worst', worst, numbers],
      ['rest', rest, restNumbers],
    ] as const) {
      const columns = columnsOf(rows, words, of)
      rows.forEach((at, row) => {
        outOfFold[name][at] = part.trees.reduce(
          (sum, tree) => sum + answer(tree, columns, row),
          part.base,
        )
      })
    }
  }
  const { base, trees } = fitRows(all, folds)
  const model: Fit = {
    words: quantize(trainLinear(examples, new Random(seed + 50))),
    features: names,
    depth: settings.depth,
    base,
    trees,
    calibration: calibrate(outOfFold.whole, examples),
  }
  return { model, outOfFold }
}

function answer(
  { splits, leaves }: { readonly splits: readonly number[]; readonly leaves: readonly number[] },
  columns: readonly Float64Array[],
  row: number,
): number {
  let node = 0
  let leaf = 0
  for (let level = 0; level < settings.depth; level += 1) {
    const feature = splits[node * 2] ?? -1
    const isRight = feature >= 0 && (columns[feature]?.[row] ?? 0) > (splits[node * 2 + 1] ?? 0)
    node = node * 2 + (isRight ? 2 : 1)
    leaf = leaf * 2 + (isRight ? 1 : 0)
  }
  return leaves[leaf] ?? 0
}

/** Platt's scaling by Newton's steps. */
function calibrate(
  sums: Float64Array,
  examples: readonly Example[],
): { slope: number; offset: number } {
  let slope = 1
  let offset = 0
  for (let step = 0; step < 50; step += 1) {
    let [gs, go, ss, so, oo] = [0, 0, 1e-6, 0, 1e-6]
    examples.forEach(({ label, weight }, at) => {
      const x = sums[at] ?? 0
      const p = sigmoid(slope * x + offset)
      const error = (p - label) * weight
      const curve = p * (1 - p) * weight
      gs += error * x
      go += error
      ss += curve * x * x
      so += curve * x
      oo += curve
    })
    const determinant = ss * oo - so * so
    slope -= (oo * gs - so * go) / determinant
    offset -= (ss * go - so * gs) / determinant
  }
  return { slope, offset }
}
