interface Attacked {
  readonly recent?: number | null | undefined
  readonly usual?: number | null | undefined
}

/** @returns how wide a number of threats is drawn beside those of these organizations, as SVG has it */
export function shareOf(
  named: readonly Attacked[],
): (threats: number | null | undefined) => string {
  const most = Math.max(...named.flatMap(({ recent, usual }) => [recent ?? 0, usual ?? 0]))
  return (threats) => `${((threats ?? 0) / most) * 100}%`
}

/** Below this value a count fits in the largest font size. */
const longestLarge = 10_000_000

export const isLongTotal = (count: number) => count >= longestLarge
