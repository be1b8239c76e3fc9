import * as v from 'valibot'

/** The result words of RFC 8601, section 2.7, and of RFC 7489 for DMARC; case does not matter. */
const common = ['none', 'pass', 'fail', 'temperror', 'permerror'] as const

function resultOf<const Words extends readonly string[]>(words: Words) {
  return v.optional(v.pipe(v.string(), v.toLowerCase(), v.picklist(words)))
}

/** What the receiving server found out about where a mail came from. */
export const authentication = v.strictObject({
  spf: resultOf([...common, 'softfail', 'neutral', 'policy']),
  dkim: resultOf([...common, 'neutral', 'policy']),
  dmarc: resultOf(common),
})
