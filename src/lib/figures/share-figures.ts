import { drawnShares } from '../core/format/share-bar.ts'
import type { FirstValues } from './places.ts'

/**
 * The figures of a bar of parts in the order of their tones: where all but the first begin, and how
 * wide all are.
 */
export function shareFigures(tones: readonly string[], counts: readonly number[]): FirstValues {
  const parts = counts.map((count, at) => ({ tone: tones[at], count }))
  const drawn = drawnShares(parts)
  const texts = parts.flatMap((part) => {
    const bar = drawn.find((it) => it.part === part)
    return [bar?.x ?? '', bar?.width ?? '']
  })
  return { texts: texts.slice(1), cases: [drawn.map(({ part }) => part.tone).join(' ')] }
}
