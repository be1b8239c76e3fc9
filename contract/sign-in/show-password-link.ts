import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { user } from '../users/user.ts'

export const secret = v.pipe(v.string(), v.maxLength(limits.id), v.minLength(1))

/** The same for every link that does not work, whatever the reason. */
export const linkNotValid = defineError(404, 'link_not_valid', {
  description: 'The link is unknown, used, withdrawn or too old, or its user has changed',
  sentence: () => 'This link does not work any more',
})

export const showPasswordLinkEndpoint = defineEndpoint('POST /auth/password-link', {
  summary: 'What a link to set a password is for',
  description: 'Asking does not use the link up. No GET does either.',
  access: 'public',
  input: v.strictObject({
    secret: field(secret, 'What follows # in the address of the link.', shown.link),
  }),
  output: object({
    purpose: field(
      v.picklist(['invitation', 'password-reset']),
      'Whether the user was invited or forgot the password.',
    ),
    username: user.entries.username,
    expires_at: field(text, 'Until when the link works.', '2025-01-08T08:00:00.000Z'),
    organization: field(
      text,
      'Where the user is invited to; empty for a forgotten password.',
      'Petra Insurance',
    ),
    invited_by: field(
      text,
      'The full name of who sent the invitation; empty if that was a program.',
      'Omar Haddad',
    ),
  }),
  errors: [linkNotValid],
})
