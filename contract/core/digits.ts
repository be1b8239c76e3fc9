const otherDigit = /(?![0-9])\p{Nd}/gu
const digit = /^\p{Nd}$/u

/**
 * Writes the decimal digits of all scripts (Unicode's Nd), Arabic and Persian ones among them, as 0
 * to 9.
 */
export function foldDigits(text: string): string {
  return text.replaceAll(otherDigit, (character) => String(numberOf(character)))
}

/** Unicode encodes digits in runs of ten from zero to nine; several runs may follow each other. */
function numberOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  let before = 0
  while (digit.test(String.fromCodePoint(point - before - 1))) before += 1
  return before % 10
}
