import { $locale } from '../messages/i18n.ts'

/** The first letter as people see it, of the first name that has one (R098). */
export function initialOf(...names: readonly string[]): string {
  const name = names.map((candidate) => candidate.trim()).find((candidate) => candidate !== '')
  if (name === undefined) return '?'
  // A segmenter takes a phone 0.1 s to make, and two letters of this kind never join.
  if (/^[a-z]{2}/i.test(name)) return name.charAt(0).toUpperCase()
  const [first] = new Intl.Segmenter($locale.get(), { granularity: 'grapheme' }).segment(name)
  return first === undefined ? '?' : first.segment.toLocaleUpperCase($locale.get())
}
