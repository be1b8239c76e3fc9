import * as v from 'valibot'
import { acknowledgement } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { newPassword } from '../core/password.ts'
import { linkNotValid, secret, secretField } from '../sign-in/show-password-link.ts'
import { passwordNotJudged } from '../users/save-user.ts'

/** POST /auth/password-link/password, an addition: sets the password and uses the link up. */
export const setPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/password-link/password',
  access: 'public',
  input: v.strictObject({
    secret,
    password: newPassword,
  }),
  output: acknowledgement,
})

export const setPasswordCall = describeCall(setPasswordEndpoint, {
  summary: 'Set a password with a link',
  description: 'Uses the link up, ends all sessions of the user and forgets their known browsers.',
  tag: 'Sign-in',
  fields: [{ secret: secretField, password: 'At least 12 characters.' }],
  examples: {
    input: { secret: secretField.example, password: 'violet kettle drum' },
    output: { success: true },
  },
  errors: [linkNotValid, busy, passwordNotJudged],
})
