/** The first grapheme of the first name that is not empty, by the rules of a language (R098). */
export function initialIn(locale: string, ...names: readonly string[]): string {
  const name = names.map((candidate) => candidate.trim()).find((candidate) => candidate !== '')
  if (name === undefined) return '?'
  // Fast path: creating a segmenter takes 0.1 s on a phone, and two ASCII letters never join.
  if (/^[a-z]{2}/i.test(name)) return name.charAt(0).toUpperCase()
  const [first] = new Intl.Segmenter(locale).segment(name)
  return first === undefined ? '?' : first.segment.toLocaleUpperCase(locale)
}

/** The maximum length of a figure in the large font size, next to three others. */
const longestLarge = 10
const longestShort = 6

/** How long the longest of several formatted figures is, which have one font size. */
export function lengthOf(values: readonly string[]): 'short' | 'medium' | 'long' {
  const longest = Math.max(...values.map((value) => value.length))
  if (longest > longestLarge) return 'long'
  return longest > longestShort ? 'medium' : 'short'
}

/** An email address after whose @ it may be broken. */
export function emailParts(address: string): readonly [beforeDomain: string, domain: string] {
  const domain = address.lastIndexOf('@') + 1
  return [address.slice(0, domain), address.slice(domain)]
}

/** The value of a gauge: an integer from 0 to 100 (R297). */
export function gaugeScore(score: number): number {
  return roundedScore(Math.min(100, Math.max(0, score)))
}

/** The value in a list or a counter: the score rounded to the nearest integer (R139, R237). */
export function roundedScore(score: number): number {
  return Math.round(score)
}

/** Whether a score says nothing yet; a gateway may report a score without mail. */
export function isNothingScanned(score: number, scanned: number): boolean {
  return scanned === 0 && score <= 0
}

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

/** Above this number only visible rows of a table are in the document. */
export const longestWholeTable = 100
