import * as v from 'valibot'
import { givenText } from './fields.ts'
import { limits } from './limits.ts'

/** An email address, trimmed and in lower case. */
export const email = v.pipe(
  givenText,
  v.trim(),
  v.toLowerCase(),
  v.maxLength(limits.email),
  v.regex(/^[^\s@]+@[^\s@]+$/, 'is not an email address'),
)
