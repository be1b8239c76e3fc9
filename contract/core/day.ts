import * as v from 'valibot'
import { givenText } from './basic.ts'
import { foldDigits } from './digits.ts'
import type { FieldCode } from './field-errors.ts'
import { limits } from './limits.ts'
import { parseTime } from './time.ts'

/** A day in UTC, as `2026-01-31`. */
export const givenDay = v.pipe(
  givenText(limits.time),
  v.transform(foldDigits),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'not_a_time' satisfies FieldCode),
  v.check((given) => parseTime(given) !== undefined, 'not_a_time' satisfies FieldCode),
)
