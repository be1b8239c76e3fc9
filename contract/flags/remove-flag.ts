import * as v from 'valibot'
import { givenId } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'

/** Another user's flag is as unknown as one that never was. */
export const unknownFlag = defineError(404, 'unknown_flag', {
  description: 'The user has no such flag',
  sentence: () => 'You have no such flag',
})

export const removeFlagEndpoint = defineEndpoint('DELETE /flags/remove/:id', {
  summary: 'Remove a flag',
  access: 'manage:flags',
  input: v.strictObject({ id: field(givenId, 'The flag to remove.', shown.flag) }),
  errors: [unknownFlag],
})
