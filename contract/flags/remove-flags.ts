import * as v from 'valibot'
import { filledList, givenId, id, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'

/**
 * Removes many flags of the signed-in user. Ids of other flags and of none are passed over alike,
 * so that a repeated call succeeds.
 */
export const removeFlagsEndpoint = defineEndpoint('POST /flags/remove', {
  summary: 'Remove many flags',
  access: 'manage:flags',
  input: v.strictObject({
    ids: field(
      filledList(givenId, limits.flagsAtOnce),
      `The flags to remove, at most ${limits.flagsAtOnce}.`,
      [shown.flag],
    ),
  }),
  output: object({ removed: field(v.array(id), 'The flags that were removed.', [shown.flag]) }),
})
