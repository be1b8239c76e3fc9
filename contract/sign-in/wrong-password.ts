import * as v from 'valibot'
import { defineError } from '../core/errors.ts'

/** 422, because the session is valid: a client must not take it for a session that has ended. */
export const wrongPassword = defineError(422, 'wrong_password', {
  description: "The password is not the user's current one",
  params: v.object({ field: v.string() }),
  example: { field: 'current_password' },
  sentence: () => 'This is not your current password',
  fields: ({ field }) => [field],
})
