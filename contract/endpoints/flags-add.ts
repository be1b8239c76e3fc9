import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { acknowledgement, givenLine } from '../fields/basic.ts'
import { flagTypes, flagValue } from '../fields/flag.ts'
import { limits } from '../limits.ts'

/** POST /flags/add (R161-R163, R355). 409 if the value has a flag of either colour already. */
export const flagsAddEndpoint = defineEndpoint({
  method: 'POST',
  path: '/flags/add',
  access: 'manage:flags',
  input: v.strictObject({
    flag_type: v.picklist(flagTypes),
    value: flagValue,
    reason: v.nullish(v.pipe(givenLine, v.maxCodePoints(limits.flagReason)), null),
  }),
  output: acknowledgement,
})
