import type { Features } from '../features/features.ts'
import { wordPlaces } from '../features/words.ts'
import type { LearntLayer } from '../judge.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { countsOf, type Layer } from './layer.ts'
import { stepWeight } from './learn.ts'
import { type Vector, vectorOf } from './vector.ts'

const strength = 0.3
const most = 4
/** A layer lowers a score by this at most, and only once there are marks. */
const mostLowered = 2

const weightsOfLayers = new WeakMap<Layer, Float32Array>()

function weightsOf(layer: Layer): Float32Array {
  const known = weightsOfLayers.get(layer)
  if (known !== undefined) return known
  const [dangerous, ordinary] = [new Float64Array(wordPlaces), new Float64Array(wordPlaces)]
  for (const span of layer.spans) {
    for (let at = 0; at < wordPlaces; at += 1) {
      dangerous[at] = (dangerous[at] ?? 0) + (span.dangerous[at] ?? 0)
      ordinary[at] = (ordinary[at] ?? 0) + (span.ordinary[at] ?? 0)
    }
  }
  const weights = Float32Array.from(dangerous, (value, at) =>
    Math.log((value * stepWeight + 2) / ((ordinary[at] ?? 0) * stepWeight + 2)),
  )
  weightsOfLayers.set(layer, weights)
  return weights
}

/** How much an organization's layer moves the logarithm of a mail's odds. */
export function shiftOf(layer: Layer, vector: Vector): number {
  if (layer.spans.length === 0) return 0
  const weights = weightsOf(layer)
  let sum = 0
  for (const place of vector) sum += weights[place] ?? 0
  const shift = (strength * sum) / Math.sqrt(vector.length + 20)
  const least = countsOf(layer).marks === 0 ? 0 : -mostLowered
  return Math.round(Math.min(most, Math.max(least, shift)) * 1e4) / 1e4
}

/**
 * A layer as an option of the judge.
 * @param keep called with the vector of each judged mail, for a lesson
 */
export function judgingLayer(layer: Layer, keep?: (vector: Vector) => void): LearntLayer {
  return {
    shiftOf: (mail: ReadMail, features: Features) => {
      const vector = vectorOf(mail, features)
      keep?.(vector)
      return shiftOf(layer, vector)
    },
  }
}
