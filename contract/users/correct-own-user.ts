import * as v from 'valibot'
import { filledLine, givenId, object, optionalLine } from '../core/basic.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { email } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { domainNotApproved, notInvitable, tooManyInvitations } from './invite-own-users.ts'
import { unknownUser, userInactive } from './save-user.ts'
import { user } from './user.ts'

export const accountInUse = defineError(409, 'account_in_use', {
  description: 'The user has a password or has signed in',
  sentence: () =>
    'This user has a password or has signed in. Only an administrator of this server changes the account now.',
})

export const correctOwnUserEndpoint = defineEndpoint('POST /organization/users/:id/correction', {
  summary: 'Correct a user of the own organization who has not come yet',
  description:
    'Name, email and department of a user without a password who has never signed in. Another email takes a confirmation of who acts within the last ten minutes; an open invitation to the former address ends and is sent to the new one.',
  access: 'manage:own-organization',
  input: v.strictObject({
    id: field(givenId, 'The id of the row.'),
    email: field(email, 'The email address, in canonical form.', 'rania@clinic.example', 'email'),
    full_name: field(filledLine(limits.name), 'The name of the user.', 'Rania Khoury'),
    department: field(optionalLine(limits.name), user.entries.department),
  }),
  output: object({
    success: field(v.optional(v.boolean(), true), 'True; an error has false.'),
    is_invited: field(v.optional(v.boolean(), false), 'Whether an invitation was sent.'),
  }),
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
