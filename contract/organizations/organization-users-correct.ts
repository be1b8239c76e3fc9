import * as v from 'valibot'
import { describeCall } from '../call.ts'
import { confirmationRequired } from '../common-errors.ts'
import { defineEndpoint } from '../endpoint.ts'
import { defineError, noParams } from '../errors.ts'
import { filledLine, givenId, object, optionalLine } from '../fields/basic.ts'
import { email } from '../fields/email.ts'
import { userFields } from '../fields/user.ts'
import { limits } from '../limits.ts'
import { unknownUser, userInactive } from './admin-users-save.ts'
import { domainNotApproved, notInvitable, tooManyInvitations } from './organization-users-invite.ts'

/**
 * POST /organization/users/{id}/correction, an addition (A1131): corrects a user of the own organization who has not
 * come yet. With another email the username follows where it was the email, an open invitation ends and
 * is sent to the new address.
 */
export const organizationUsersCorrectEndpoint = defineEndpoint({
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

export const organizationUsersCorrectCall = describeCall(organizationUsersCorrectEndpoint, {
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
