import * as v from 'valibot'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { knownPassword } from '../core/password.ts'
import { tooManySignIns } from '../sign-in/sign-in-with-password.ts'
import { wrongPassword } from '../sign-in/wrong-password.ts'

export const confirmEndpoint = defineEndpoint('POST /auth/confirm', {
  summary: 'Prove again who uses this session',
  description:
    'Calls that answer with `confirmation_required` then work for ten minutes. Wrong passwords are limited as failed sign-ins are, for each session.',
  access: 'signed-in',
  input: v.strictObject({
    password: field(knownPassword, 'The password that the user has now.', shown.password),
  }),
  errors: [wrongPassword, tooManySignIns, busy],
})
