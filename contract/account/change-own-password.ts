import * as v from 'valibot'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { knownPassword, newPassword } from '../core/password.ts'
import { tooManySignIns } from '../sign-in/sign-in-with-password.ts'
import { wrongPassword } from '../sign-in/wrong-password.ts'
import { passwordNotJudged } from '../users/save-user.ts'

export const changeOwnPasswordEndpoint = defineEndpoint('POST /account/password', {
  summary: 'Change the own password',
  description:
    'Ends all other sessions of the user. Wrong passwords are limited as failed sign-ins are, for each session.',
  access: 'signed-in',
  isOpenWhileRestricted: 'own-password',
  input: v.strictObject({
    current_password: field(knownPassword, 'The password that the user has now.', shown.password),
    password: field(
      newPassword,
      'The new password, at least 12 characters.',
      'quiet harbour lantern maps',
    ),
  }),
  errors: [wrongPassword, tooManySignIns, passwordNotJudged, busy],
})
