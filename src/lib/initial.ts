/** The first letter as people see it, of the first name that has one (R098). */
export function initialOf(...names: readonly string[]): string {
  const name = names.map((candidate) => candidate.trim()).find((candidate) => candidate !== '')
  if (name === undefined) return '?'
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)
  return first === undefined ? '?' : first.segment.toLocaleUpperCase()
}
