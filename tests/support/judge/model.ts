import { wordPlaces } from '../../../judge/features/words.ts'
import { type Model, openModel, type StoredModel } from '../../../judge/model/model.ts'

const blank = { weights: btoa('\0'.repeat(wordPlaces)), scale: 1, bias: 0 }

/** A model of a few trees, of which a test knows what each adds; without trees it knows nothing. */
export function makeModel(parts: Partial<StoredModel> = {}): Model {
  return openModel({
    version: 'test',
    words: blank,
    features: [],
    depth: 1,
    base: 0,
    trees: [],
    calibration: { slope: 1, offset: 0 },
    thresholds: [{ perThousand: 10, score: 0.5 }],
    ...parts,
  })
}

/** A tree that asks once: for more than a limit of a feature it adds one number, else another. */
export function makeTree(feature: number, limit: number, [few, many]: readonly [number, number]) {
  return { splits: [feature, limit], leaves: [few, many] }
}
