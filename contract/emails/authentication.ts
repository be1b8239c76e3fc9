import * as v from 'valibot'
import { givenText } from '../core/basic.ts'
import { field } from '../core/field.ts'

/** Result codes of RFC 8601, section 2.7, and of RFC 7489 for DMARC; case-insensitive. */
const longestWord = 20
const common = ['none', 'pass', 'fail', 'temperror', 'permerror'] as const

function resultOf<const Words extends readonly string[]>(words: Words) {
  return v.optional(v.pipe(givenText(longestWord), v.toLowerCase(), v.picklist(words)))
}

/** The receiving server's checks of where a mail came from. */
export const authentication = v.strictObject({
  spf: field(resultOf([...common, 'softfail', 'neutral', 'policy']), 'The result of SPF.', 'fail'),
  dkim: field(resultOf([...common, 'neutral', 'policy']), 'The result of DKIM.', 'none'),
  dmarc: field(resultOf(common), 'The result of DMARC.', 'fail'),
})
