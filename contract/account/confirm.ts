import * as v from 'valibot'
import { acknowledgement } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { knownPassword } from '../core/password.ts'
import { tooManySignIns } from '../sign-in/sign-in-with-password.ts'
import { wrongPassword } from '../sign-in/wrong-password.ts'

/**
 * POST /auth/confirm, an addition: proves again who uses this session, for the calls that answer with
 * `confirmation_required`.
 */
export const confirmEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/confirm',
  access: 'signed-in',
  input: v.strictObject({ password: knownPassword }),
  output: acknowledgement,
})

export const confirmCall = describeCall(confirmEndpoint, {
  summary: 'Prove again who uses this session',
  tag: 'Account',
  description:
    'Calls that answer with `confirmation_required` then work for ten minutes. Wrong passwords are limited as failed sign-ins are, for each session.',
  fields: [{ password: 'The password that the user has now.' }],
  examples: { input: { password: 'violet kettle drum' }, output: { success: true } },
  errors: [wrongPassword, tooManySignIns, busy],
})
