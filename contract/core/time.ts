import * as v from 'valibot'
import { givenText } from './basic.ts'
import { foldDigits } from './digits.ts'
import type { FieldCode } from './field-errors.ts'
import { limits } from './limits.ts'

/** A day in UTC, as `2026-01-31`. */
export const givenDay = v.pipe(
  givenText(limits.time),
  v.transform(foldDigits),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'not_a_time' satisfies FieldCode),
  v.check((given) => parseTime(given) !== undefined, 'not_a_time' satisfies FieldCode),
)

const timestamp =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Reads an ISO 8601 date or date-time, in the digits of any script; one without a zone is UTC.
 * @returns undefined for text that is not a time; the caller decides what to show
 */
export function parseTime(text: string): Date | undefined {
  const match = timestamp.exec(foldDigits(text.trim()))
  if (match === null) return undefined
  const [, day, clock = '00:00', zone = 'Z'] = match
  const date = new Date(`${day}T${clock}${zone.toUpperCase()}`)
  return Number.isNaN(date.getTime()) || !isDay(day ?? '') ? undefined : date
}

/** Rejects 30 February, which JavaScript reads as 2 March. */
function isDay(day: string): boolean {
  const date = new Date(day)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
