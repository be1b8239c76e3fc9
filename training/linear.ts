import type { Rest } from '../judge/features/features.ts'
import { wordPlaces } from '../judge/features/words.ts'
import { lengthNorm } from '../judge/model/model.ts'
import type { Random } from './random.ts'

export interface Example {
  /** 1 for an attack, 0 for an ordinary mail. */
  readonly label: 0 | 1
  readonly weight: number
  /** Examples of one group stand on one side of every split. */
  readonly group: string
  readonly isPasted?: boolean
  readonly places: Uint32Array
  readonly passages?: readonly Uint32Array[]
  readonly rests?: readonly Rest[]
  readonly numbers: Readonly<Record<string, number>>
}

export interface LinearModel {
  readonly weights: Float64Array
  readonly bias: number
}

/** Logistic regression on the places of words, by AdaGrad with L2; the order comes from the seed. */
export function trainLinear(examples: readonly Example[], random: Random): LinearModel {
  const weights = new Float64Array(wordPlaces)
  const squares = new Float64Array(wordPlaces).fill(1e-3)
  let bias = 0
  let biasSquares = 1e-3
  const rate = 0.5
  const penalty = 2e-5
  const order = examples.map((_, index) => index)
  for (let epoch = 0; epoch < 8; epoch += 1) {
    random.shuffle(order)
    for (const index of order) {
      const example = examples[index]
      if (example === undefined) continue
      const { places } = example
      const norm = lengthNorm(places.length)
      let sum = bias
      for (const place of places) sum += (weights[place] ?? 0) * norm
      const error = (1 / (1 + Math.exp(-sum)) - example.label) * example.weight
      if (Math.abs(error) < 1e-4) continue
      const step = error * norm
      for (const place of places) {
        const weight = weights[place] ?? 0
        const gradient = step + penalty * weight
        const square = (squares[place] ?? 0) + gradient * gradient
        squares[place] = square
        weights[place] = weight - (rate * gradient) / Math.sqrt(square)
      }
      biasSquares += error * error
      bias -= (rate * 0.2 * error) / Math.sqrt(biasSquares)
    }
  }
  return { weights, bias }
}

export function scoreLinear({ weights, bias }: LinearModel, places: Uint32Array): number {
  let sum = 0
  for (const place of places) sum += weights[place] ?? 0
  return bias + sum * lengthNorm(places.length)
}

/** Weights as signed bytes, with the scale that restores them. */
export function quantize({ weights, bias }: LinearModel) {
  const largest =
    weights.toSorted((a, b) => Math.abs(b) - Math.abs(a))[Math.floor(weights.length / 2000)] ?? 1
  const scale = Math.abs(largest) / 127
  const bytes = Int8Array.from(weights, (it) =>
    Math.max(-127, Math.min(127, Math.round(it / scale))),
  )
  return { weights: Buffer.from(bytes.buffer).toString('base64'), scale, bias }
}
