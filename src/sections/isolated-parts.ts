/**
 * Runs that a text from right to left would tear apart: after an Arabic letter, `97%` is shown as
 * `%97`, and an address turns its parts around. A version stays with the name before it.
 */
const runs =
  /(\d[\d.,]*\s?%|\d+\/\d+|[\w.+-]*@[\w.-]+\w|(?:\b[A-Za-z][\w-]*\s)*\b\w[\w-]*(?:\.\w[\w-]*)+\/?)/

/** @returns the text in parts, of which every second one has to be isolated */
export function isolatedParts(text: string): string[] {
  return text.split(runs)
}
