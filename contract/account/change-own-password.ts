import * as v from 'valibot'
import { acknowledgement } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { knownPassword, newPassword } from '../core/password.ts'
import { tooManySignIns } from '../sign-in/sign-in-with-password.ts'
import { wrongPassword } from '../sign-in/wrong-password.ts'
import { passwordNotJudged } from '../users/save-user.ts'

/** POST /account/password, an addition: the signed-in user changes the own password. */
export const changeOwnPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/password',
  access: 'signed-in',
  isOpenWhileRestricted: 'own-password',
  input: v.strictObject({
    current_password: knownPassword,
    password: newPassword,
  }),
  output: acknowledgement,
})

export const changeOwnPasswordCall = describeCall(changeOwnPasswordEndpoint, {
  summary: 'Change the own password',
  tag: 'Account',
  description:
    'Ends all other sessions of the user. Wrong passwords are limited as failed sign-ins are, for each session.',
  fields: [
    {
      current_password: 'The password that the user has now.',
      password: 'The new password, at least 12 characters.',
    },
  ],
  examples: {
    input: { current_password: 'violet kettle drum', password: 'quiet harbour lantern maps' },
    output: { success: true },
  },
  errors: [wrongPassword, tooManySignIns, passwordNotJudged, busy],
})
