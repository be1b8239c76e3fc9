import { oddsOf, type StoredModel, sigmoid } from '../judge/model/model.ts'
import { fit } from './fit.ts'
import type { Example } from './linear.ts'
import { isOwnText } from './sources.ts'
import { thresholdsOf } from './thresholds.ts'

/** A model with thresholds that hold until a measurement, which knows kinds that it has not seen, chooses better ones. */
export function makeModel(
  examples: readonly Example[],
  seed: number,
): Omit<StoredModel, 'version'> {
  const { model, outOfFold } = fit(examples, seed)
  const { slope, offset } = model.calibration
  // Old mail of mailing lists scores lower than mail of today and would flatter what a threshold lets through.
  const ordinary = examples.flatMap(({ group, isPasted, label, passages = [] }, at) => {
    if (label === 1 || isPasted === true || !isOwnText({ family: group })) return []
    const calibrated = (sums: Float64Array) => slope * (sums[at] ?? 0) + offset
    const { whole, worst, rest } = outOfFold
    const odds = oddsOf(calibrated(whole), calibrated(worst), passages.length, calibrated(rest))
    return [sigmoid(odds)]
  })
  return { ...model, thresholds: thresholdsOf(ordinary) }
}
