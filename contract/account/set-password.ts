import * as v from 'valibot'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { newPassword } from '../core/password.ts'
import { linkNotValid, secret } from '../sign-in/show-password-link.ts'
import { passwordNotJudged } from '../users/save-user.ts'

export const setPasswordEndpoint = defineEndpoint('POST /auth/password-link/password', {
  summary: 'Set a password with a link',
  description: 'Uses the link up, ends all sessions of the user and forgets their known browsers.',
  access: 'public',
  input: v.strictObject({
    secret: field(secret, 'What follows # in the address of the link.', shown.link),
    password: field(newPassword, 'At least 12 characters.', shown.password),
  }),
  errors: [linkNotValid, busy, passwordNotJudged],
})
