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
