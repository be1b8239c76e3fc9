/** Below this value a count fits in the largest font size. */
const longestLarge = 10_000_000

export const isLongTotal = (count: number) => count >= longestLarge
