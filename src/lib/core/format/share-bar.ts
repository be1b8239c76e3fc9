/** The minimum width of a part that is not 0, so that it is visible. */
const smallestShare = 0.012

/** Where the parts of a bar begin and how wide they are, as SVG has it; only those that are not 0. */
export function drawnShares<Part extends { readonly count: number }>(
  parts: readonly Part[],
): { readonly part: Part; readonly x: string; readonly width: string }[] {
  const drawn = parts.filter(({ count }) => count > 0)
  const total = drawn.reduce((sum, { count }) => sum + count, 0)
  let before = 0
  return drawn.map((part, index) => {
    const isLast = index === drawn.length - 1
    const start = isLast ? Math.min(before / total, 1 - smallestShare) : before / total
    before += part.count
    return {
      part,
      x: `${start * 100}%`,
      width: `${Math.max(part.count / total, smallestShare) * 100}%`,
    }
  })
}
