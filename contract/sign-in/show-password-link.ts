import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'

export const secret = v.pipe(v.string(), v.maxLength(limits.id), v.minLength(1))

/** POST /auth/password-link, an addition: what a link in a mail is for. It does not use the link up. */
export const showPasswordLinkEndpoint = defineEndpoint({
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

/** The same for every link that does not work, whatever the reason. */
export const linkNotValid = defineError({
  code: 'link_not_valid',
  status: 404,
  description: 'The link is unknown, used, withdrawn or too old, or its user has changed',
  params: noParams,
  sentence: () => 'This link does not work any more',
})

export const secretField = {
  description: 'What follows # in the address of the link.',
  example: 'mJ0V4hC5bq8S3nT7wXzK1rY6uE9aLdPfGi2oQxBvNcM',
}

export const showPasswordLinkCall = describeCall(showPasswordLinkEndpoint, {
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
