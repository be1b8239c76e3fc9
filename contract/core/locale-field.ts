import * as v from 'valibot'
import { locales } from './locale.ts'

/** A language that was chosen; null where none was. */
export const chosenLocale = v.fallback(v.nullish(v.picklist(locales), null), null)

export const givenLocale = v.nullable(v.picklist(locales))
