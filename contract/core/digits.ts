import * as v from 'valibot'
import type { FieldCode } from './field-errors.ts'

/** How spreadsheets write a long number where its column is narrow: `9.62791E+11`. */
const shortened = /^\+?(\d)(?:[.,\u066b](\d+))?E\+(\d{1,3})$/i

/** Restores a number that still has all its digits, and refuses one that has lost some. */
export const wholeNumber = v.pipe(
  v.string(),
  v.transform((text) => restored(text) ?? text),
  v.check((text) => !shortened.test(text), 'shortened_number' satisfies FieldCode),
)

function restored(text: string): string | undefined {
  const [, first = '', others = '', exponent] = shortened.exec(text) ?? []
  return others.length === Number(exponent) ? first + others : undefined
}

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
