import type { Random } from './random.ts'

export interface TreeSettings {
  readonly trees: number
  readonly depth: number
  readonly rate: number
  /** The least sum of second derivatives in a leaf. */
  readonly leastWeight: number
  readonly penalty: number
  /** The share of rows and of features that a tree sees. */
  readonly rows: number
  readonly columns: number
}

export interface Tree {
  readonly splits: number[]
  readonly leaves: number[]
}

const bins = 32

/** Gradient boosting for the logistic loss over histograms; every tree is complete to its depth. */
export function trainTrees(
  columns: readonly Float64Array[],
  labels: Float64Array,
  weights: Float64Array,
  settings: TreeSettings,
  random: Random,
): { base: number; trees: Tree[] } {
  const rows = labels.length
  const edges = columns.map(edgesOf)
  const binned = columns.map((column, at) => sparseOf(binOf(column, edges[at] ?? [])))
  let positive = 0
  let total = 0
  for (let row = 0; row < rows; row += 1) {
    positive += (labels[row] ?? 0) * (weights[row] ?? 0)
    total += weights[row] ?? 0
  }
  const base = Math.log(positive / (total - positive))
  const sums = new Float64Array(rows).fill(base)
  const gradients = new Float64Array(rows)
  const hessians = new Float64Array(rows)
  const trees: Tree[] = []
  for (let index = 0; index < settings.trees; index += 1) {
    for (let row = 0; row < rows; row += 1) {
      const p = 1 / (1 + Math.exp(-(sums[row] ?? 0)))
      const weight = weights[row] ?? 0
      gradients[row] = (p - (labels[row] ?? 0)) * weight
      hessians[row] = Math.max(p * (1 - p), 1e-6) * weight
    }
    // A row that the tree does not see adds nothing to any sum.
    const used = Uint8Array.from({ length: rows }, () => (random.next() < settings.rows ? 1 : 0))
    const seen = (values: Float64Array) => values.map((value, row) => value * (used[row] ?? 0))
    const chosen = columns.map((_, at) => at).filter(() => random.next() < settings.columns)
    const tree = growTree(binned, edges, seen(gradients), seen(hessians), chosen, settings)
    trees.push({ splits: tree.splits, leaves: tree.leaves })
    for (let row = 0; row < rows; row += 1) {
      sums[row] = (sums[row] ?? 0) + (tree.leaves[tree.leafOf[row] ?? 0] ?? 0)
    }
  }
  return { base, trees }
}

/** The bins of a column: the commonest, and which rows are in others. Most are flags that few mails have. */
interface Sparse {
  readonly bin: Uint8Array
  readonly common: number
  readonly others: Int32Array
}

function sparseOf(bin: Uint8Array): Sparse {
  const counts = new Uint32Array(bins)
  for (const it of bin) counts[it] = (counts[it] ?? 0) + 1
  const common = counts.indexOf(Math.max(...counts))
  const others = Int32Array.from([...bin.keys()].filter((row) => bin[row] !== common))
  return { bin, common, others }
}

function growTree(
  binned: readonly Sparse[],
  edges: readonly (readonly number[])[],
  gradients: Float64Array,
  hessians: Float64Array,
  chosen: readonly number[],
  { depth, leastWeight, penalty, rate }: TreeSettings,
) {
  const rows = gradients.length
  const nodeOf = new Uint16Array(rows)
  const splits: number[] = []
  for (let level = 0; level < depth; level += 1) {
    const nodes = 2 ** level
    const best = Array.from({ length: nodes }, () => ({ gain: 1e-6, feature: -1, bin: 0 }))
    const totalsG = new Float64Array(nodes)
    const totalsH = new Float64Array(nodes)
    for (let row = 0; row < rows; row += 1) {
      const node = nodeOf[row] ?? 0
      totalsG[node] = (totalsG[node] ?? 0) + (gradients[row] ?? 0)
      totalsH[node] = (totalsH[node] ?? 0) + (hessians[row] ?? 0)
    }
    for (const feature of chosen) {
      const column = binned[feature]
      if (column === undefined || (edges[feature]?.length ?? 0) === 0) continue
      const { bin, common, others } = column
      const sumsG = new Float64Array(nodes * bins)
      const sumsH = new Float64Array(nodes * bins)
      for (const row of others) {
        const at = (nodeOf[row] ?? 0) * bins + (bin[row] ?? 0)
        sumsG[at] = (sumsG[at] ?? 0) + (gradients[row] ?? 0)
        sumsH[at] = (sumsH[at] ?? 0) + (hessians[row] ?? 0)
      }
      for (let node = 0; node < nodes; node += 1) {
        const from = node * bins
        const allG = totalsG[node] ?? 0
        const allH = totalsH[node] ?? 0
        let restG = allG
        let restH = allH
        for (let at = from; at < from + bins; at += 1) {
          restG -= sumsG[at] ?? 0
          restH -= sumsH[at] ?? 0
        }
        sumsG[from + common] = restG
        sumsH[from + common] = restH
        const whole = (allG * allG) / (allH + penalty)
        let leftG = 0
        let leftH = 0
        const found = best[node]
        for (let at = 0; at < bins - 1 && found !== undefined; at += 1) {
          leftG += sumsG[from + at] ?? 0
          leftH += sumsH[from + at] ?? 0
          if (leftH < leastWeight || allH - leftH < leastWeight) continue
          const rightG = allG - leftG
          const gain =
            (leftG * leftG) / (leftH + penalty) +
            (rightG * rightG) / (allH - leftH + penalty) -
            whole
          if (gain > found.gain) Object.assign(found, { gain, feature, bin: at })
        }
      }
    }
    for (const { feature, bin } of best) {
      splits.push(feature, feature < 0 ? 0 : (edges[feature]?.[bin] ?? 0))
    }
    for (let row = 0; row < rows; row += 1) {
      const node = nodeOf[row] ?? 0
      const found = best[node]
      const isRight =
        found !== undefined &&
        found.feature >= 0 &&
        (binned[found.feature]?.bin[row] ?? 0) > found.bin
      nodeOf[row] = node * 2 + (isRight ? 1 : 0)
    }
  }
  const leaves = Array.from({ length: 2 ** depth }, () => 0)
  const sumsG = new Float64Array(leaves.length)
  const sumsH = new Float64Array(leaves.length)
  for (let row = 0; row < rows; row += 1) {
    const leaf = nodeOf[row] ?? 0
    sumsG[leaf] = (sumsG[leaf] ?? 0) + (gradients[row] ?? 0)
    sumsH[leaf] = (sumsH[leaf] ?? 0) + (hessians[row] ?? 0)
  }
  for (let leaf = 0; leaf < leaves.length; leaf += 1) {
    const value = -(sumsG[leaf] ?? 0) / ((sumsH[leaf] ?? 0) + penalty)
    leaves[leaf] = Math.round(Math.max(-3, Math.min(3, value)) * rate * 1e4) / 1e4
  }
  return { splits, leaves, leafOf: nodeOf }
}

/** Limits between bins: quantiles of the distinct values; a value lies above those smaller than it. */
function edgesOf(column: Float64Array): number[] {
  const values = [...new Set(column)].toSorted((a, b) => a - b)
  if (values.length <= 1) return []
  const count = Math.min(bins - 1, values.length - 1)
  const edges = Array.from({ length: count }, (_, at) => {
    const place = Math.floor(((at + 1) * values.length) / (count + 1))
    return Math.round((((values[place - 1] ?? 0) + (values[place] ?? 0)) / 2) * 1e4) / 1e4
  })
  return [...new Set(edges)]
}

function binOf(column: Float64Array, edges: readonly number[]): Uint8Array {
  return column.reduce((all, value, row) => {
    let [first, end] = [0, edges.length]
    while (first < end) {
      const middle = (first + end) >> 1
      if (value <= (edges[middle] ?? 0)) end = middle
      else first = middle + 1
    }
    all[row] = first
    return all
  }, new Uint8Array(column.length))
}
