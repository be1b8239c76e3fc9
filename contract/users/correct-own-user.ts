import * as v from 'valibot'
import { filledLine, givenId, object, optionalLine } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { email } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { domainNotApproved, notInvitable, tooManyInvitations } from './invite-own-users.ts'
import { unknownUser, userInactive } from './save-user.ts'
import { userFields } from './user.ts'

/**
 * POST /organization/users/{id}/correction, an addition: corrects a user of the own organization who has not
 * come yet. With another email the username follows where it was the email, an open invitation ends and
 * is sent to the new address.
 */
export const correctOwnUserEndpoint = defineEndpoint({
  method: 'POST',
  path: '/organization/users/:id/correction',
  access: 'manage:own-organization',
  input: v.strictObject({
    id: givenId,
    email,
    full_name: filledLine(limits.name),
    department: optionalLine(limits.name),
  }),
  output: object({
    success: v.optional(v.boolean(), true),
    is_invited: v.optional(v.boolean(), false),
  }),
})

export const accountInUse = defineError({
  code: 'account_in_use',
  status: 409,
  description: 'The user has a password or has signed in',
  params: noParams,
  sentence: () =>
    'This user has a password or has signed in. Only an administrator of this server changes the account now.',
})

export const correctOwnUserCall = describeCall(correctOwnUserEndpoint, {
  summary: 'Correct a user of the own organization who has not come yet',
  description:
    'Name, email and department of a user without a password who has never signed in. Another email takes a confirmation of who acts within the last ten minutes; an open invitation to the former address ends and is sent to the new one.',
  tag: 'Own organization',
  fields: [
    userFields,
    { is_invited: { description: 'Whether an invitation was sent.', example: true } },
  ],
  examples: {
    input: {
      id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
      email: 'rania@clinic.example',
      full_name: 'Rania Khoury',
      department: 'Accounts',
    },
    output: { success: true, is_invited: true },
  },
  errors: [
    unknownUser,
    accountInUse,
    userInactive,
    confirmationRequired,
    domainNotApproved,
    notInvitable,
    tooManyInvitations,
  ],
})
