import * as v from 'valibot'
import { givenLine } from './basic.ts'
import { foldDigits } from './digits.ts'
import { limits } from './limits.ts'
import { wholeNumber } from './whole-number.ts'

/** A telephone number as it was entered, in the digits 0 to 9. */
export const givenPhone = v.pipe(givenLine(limits.phone), v.transform(foldDigits), wholeNumber)
