import { shiftScore } from '../judge.ts'
import type { Layer } from './layer.ts'
import { shiftOf } from './shift.ts'
import type { Vector } from './vector.ts'

/** A mail with the shared judge's score. */
export interface Judged {
  readonly vector: Vector
  readonly score: number
}

/** Why a version must not be used; the numbers are of mails. */
export interface Guarded {
  readonly isUsable: boolean
  /** Of the frozen attacks: how many the shared judge marks, and how many with the layer. */
  readonly frozen: { readonly of: number; readonly shared: number; readonly learnt: number }
  /** Of the last safe mails: how many the layer marks, and how many it may. */
  readonly safe: { readonly of: number; readonly marked: number; readonly allowed: number }
}

/**
 * Whether a version may be used: of the frozen attacks it loses at most 1 in 100 of those that the shared
 * judge marks, and of the organization's last safe mails it marks no more than the threshold allows.
 * @param threshold of the organization, with how many of 1,000 honest mails it may mark
 */
export function checkGuards(
  layer: Layer,
  frozen: readonly Judged[],
  lastSafe: readonly Judged[],
  threshold: { readonly score: number; readonly perThousand: number },
): Guarded {
  const marked = (mails: readonly Judged[], of: Layer | undefined) =>
    mails.filter(({ vector, score }) => {
      const shift = of === undefined ? 0 : shiftOf(of, vector)
      return shiftScore(score, shift) >= threshold.score
    }).length
  const shared = marked(frozen, undefined)
  const learnt = marked(frozen, layer)
  const before = marked(lastSafe, undefined)
  const after = marked(lastSafe, layer)
  const allowed = Math.max(before, Math.ceil((lastSafe.length * threshold.perThousand) / 1000))
  return {
    isUsable: shared - learnt <= frozen.length / 100 && after <= allowed,
    frozen: { of: frozen.length, shared, learnt },
    safe: { of: lastSafe.length, marked: after, allowed },
  }
}
