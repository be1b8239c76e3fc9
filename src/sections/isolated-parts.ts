/**
 * What a text from right to left would tear apart: after an Arabic letter, `97%` is shown as `%97`, and
 * an address turns its parts around.
 */
const runs = /(\d[\d.,]*\s?%|\d+\/\d+|[\w.+-]*@[\w.-]+\w|\b\w[\w-]*(?:\.\w[\w-]*)+\/?)/

/** @returns the text in parts, of which every second one has to be isolated */
export function isolatedParts(text: string): string[] {
  return text.split(runs)
}
