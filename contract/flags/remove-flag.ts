import * as v from 'valibot'
import { acknowledgement, givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'

/** DELETE /flags/remove/{id} (R183, R356). 404 if the flag does not belong to the signed-in user. */
export const removeFlagEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/flags/remove/:id',
  access: 'manage:flags',
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})

/** Another user's flag is as unknown as one that never was. */
export const unknownFlag = defineError({
  code: 'unknown_flag',
  status: 404,
  description: 'The user has no such flag',
  params: noParams,
  sentence: () => 'You have no such flag',
})

export const removeFlagCall = describeCall(removeFlagEndpoint, {
  summary: 'Remove a flag',
  tag: 'Flags',
  fields: [{ id: 'The flag to remove.' }],
  examples: { input: { id: '0198a3c2-7b02-7d18-8c44-91d3e6a0b527' }, output: { success: true } },
  errors: [unknownFlag],
})
