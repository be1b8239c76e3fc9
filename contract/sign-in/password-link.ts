import * as v from 'valibot'
import { acknowledgement, givenText, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { passwordNotJudged } from '../users/admin-users-save.ts'

const secret = v.pipe(v.string(), v.maxLength(limits.id), v.minLength(1))

/** POST /auth/password-link, an addition: what a link in a mail is for. It does not use the link up. */
export const passwordLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/password-link',
  access: 'public',
  input: v.strictObject({ secret }),
  output: object({
    purpose: v.picklist(['invitation', 'password-reset']),
    username: text,
    expires_at: text,
    organization: text,
    invited_by: text,
  }),
})

/** POST /auth/password-link/password, an addition: sets the password and uses the link up. */
export const setPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/password-link/password',
  access: 'public',
  input: v.strictObject({
    secret,
    password: v.pipe(givenText(limits.password.longest), v.minCodePoints(limits.password.shortest)),
  }),
  output: acknowledgement,
})

/** The same for every link that does not work, whatever the reason. */
export const linkNotValid = defineError({
  code: 'link_not_valid',
  status: 404,
  description: 'The link is unknown, used, withdrawn or too old, or its user has changed',
  params: noParams,
  sentence: () => 'This link does not work any more',
})

const secretField = {
  description: 'What follows # in the address of the link.',
  example: 'mJ0V4hC5bq8S3nT7wXzK1rY6uE9aLdPfGi2oQxBvNcM',
}

export const passwordLinkCall = describeCall(passwordLinkEndpoint, {
  summary: 'What a link to set a password is for',
  description: 'Asking does not use the link up. No GET does either.',
  tag: 'Sign-in',
  fields: [
    {
      secret: secretField,
      purpose: 'Whether the user was invited or forgot the password.',
      expires_at: { description: 'Until when the link works.', format: 'date-time' },
      organization: 'Where the user is invited to; empty for a forgotten password.',
      invited_by: 'The full name of who sent the invitation; empty if that was a program.',
    },
  ],
  examples: {
    input: { secret: secretField.example },
    output: {
      purpose: 'invitation',
      username: 'rania',
      expires_at: '2025-01-08T08:00:00.000Z',
      organization: 'Petra Insurance',
      invited_by: 'Omar Haddad',
    },
  },
  errors: [linkNotValid],
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
