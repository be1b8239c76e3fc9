import { type StoredModel, scoreOf } from '../judge/model/model.ts'
import { fit } from './fit.ts'
import type { Example } from './linear.ts'
import { isOwnText } from './sources.ts'
import { thresholdsOf } from './thresholds.ts'

/** A model with the thresholds that come with it. */
export function makeModel(
  examples: readonly Example[],
  seed: number,
): Omit<StoredModel, 'version'> {
  const { model, outOfFold } = fit(examples, seed)
  const { slope, offset } = model.calibration
  // Old mail of mailing lists scores lower than mail of today and would flatter what a threshold lets through.
  const modern = [...examples.entries()]
    .filter(([, { group, isPasted }]) => isOwnText({ family: group }) && isPasted !== true)
    .map(([at]) => at)
  const thresholds = thresholdsOf(
    modern.map((at) => examples[at]?.label ?? 0),
    Float64Array.from(modern, (at) =>
      scoreOf(
        slope * (outOfFold.whole[at] ?? 0) + offset,
        slope * (outOfFold.worst[at] ?? 0) + offset,
      ),
    ),
  )
  return { ...model, thresholds }
}
