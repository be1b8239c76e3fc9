import * as v from 'valibot'
import { filledList, givenId, id, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'

/**
 * POST /flags/remove, an addition: removes many flags of the signed-in user. Ids of other
 * flags and of none are passed over alike, so that a repeated call succeeds.
 */
export const removeFlagsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/flags/remove',
  access: 'manage:flags',
  input: v.strictObject({
    ids: filledList(givenId, limits.flagsAtOnce),
  }),
  output: object({ removed: v.array(id) }),
})

export const removeFlagsCall = describeCall(removeFlagsEndpoint, {
  summary: 'Remove many flags',
  tag: 'Flags',
  fields: [
    {
      ids: `The flags to remove, at most ${limits.flagsAtOnce}.`,
      removed: 'The flags that were removed.',
    },
  ],
  examples: {
    input: { ids: ['0198a3c2-7b02-7d18-8c44-91d3e6a0b527'] },
    output: { removed: ['0198a3c2-7b02-7d18-8c44-91d3e6a0b527'] },
  },
})
