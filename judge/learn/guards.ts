import { shiftScore } from '../judge.ts'
import { guardingAttacks, type JudgedVector } from './frozen.ts'
import type { Layer } from './layer.ts'
import { shiftOf } from './shift.ts'

/** Whether a version may be used, with the mails that say so. */
export interface GuardedLayer {
  readonly isUsable: boolean
  /** Attacks that it must not lose: how many the shared judge marks, and how many it does. */
  readonly attacks: { readonly of: number; readonly shared: number; readonly learnt: number }
  /** The last safe mails: how many it marks, and how many it may. */
  readonly safe: { readonly of: number; readonly marked: number; readonly allowed: number }
}

/**
 * A version is used only if it loses at most one in a hundred of attacks that come with Aman, and marks no
 * more of the organization's last safe mail than its threshold allows.
 * @param lastSafe with the shared judge's scores
 */
export function checkGuards(
  layer: Layer,
  lastSafe: readonly JudgedVector[],
  threshold: { readonly score: number; readonly perThousand: number },
  attacks = guardingAttacks,
): GuardedLayer {
  const marked = (mails: readonly JudgedVector[], isLearnt: boolean) =>
    mails.filter(
      ({ vector, score }) =>
        shiftScore(score, isLearnt ? shiftOf(layer, vector) : 0) >= threshold.score,
    ).length
  const [shared, learnt] = [marked(attacks, false), marked(attacks, true)]
  // A mail that the shared judge marks already is no fault of the layer.
  const allowed = Math.max(
    marked(lastSafe, false),
    Math.ceil((lastSafe.length * threshold.perThousand) / 1000),
  )
  const after = marked(lastSafe, true)
  return {
    isUsable: shared - learnt <= attacks.length / 100 && after <= allowed,
    attacks: { of: attacks.length, shared, learnt },
    safe: { of: lastSafe.length, marked: after, allowed },
  }
}

/** The noise alone refuses one harmless version in thirty; harmful lessons are refused each time. */
const mostAttempts = 3

/** @param attempt learns with other noise each time */
export function learnGuarded(
  attempt: () => Layer,
  check: (layer: Layer) => GuardedLayer,
): { readonly learnt: Layer; readonly guarded: GuardedLayer } {
  for (let made = 1; ; made += 1) {
    const learnt = attempt()
    const guarded = check(learnt)
    if (guarded.isUsable || made === mostAttempts) return { learnt, guarded }
  }
}
