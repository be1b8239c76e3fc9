import { foldDigits } from './digits.ts'

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
