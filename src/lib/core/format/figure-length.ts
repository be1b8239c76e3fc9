/** The maximum length of a figure in the large font size, next to three others. */
const longestLarge = 10
const longestShort = 6

/** How long the longest of several formatted figures is, which have one font size. */
export function lengthOf(values: readonly string[]): 'short' | 'medium' | 'long' {
  const longest = Math.max(...values.map((value) => value.length))
  if (longest > longestLarge) return 'long'
  return longest > longestShort ? 'medium' : 'short'
}
