import * as v from 'valibot'
import { filledLine, givenId, object, text, time } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { unknownUser } from '../users/save-user.ts'

const path = '/admin/users/:id/single-sign-on'
const input = v.strictObject({ id: field(givenId, 'The user.') })

export const noProvider = defineError(409, 'no_provider', {
  description: 'The user is in no organization with an identity provider',
  sentence: () => 'The organization of this user has no identity provider',
})

export const subjectTaken = defineError(409, 'subject_taken', {
  description: 'Another user is linked to this identity',
  sentence: () => 'Another user is linked to this identity already',
  fields: () => ['subject'],
})

export const notLinked = defineError(409, 'not_linked', {
  description: 'The user is not linked to an identity',
  sentence: () => 'This user is not linked to an identity',
})

const subject = field(
  text,
  'The `sub` of the identity at the provider.',
  'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
)

export const showIdentityEndpoint = defineEndpoint(`GET ${path}`, {
  summary: 'The identity that a user signs in with',
  access: 'manage:users',
  input,
  output: object({
    link: field(
      v.nullish(
        object({
          issuer: field(
            text,
            "The issuer of the organization's provider, exactly as its discovery document names it.",
            'https://login.clinic.example',
            'uri',
          ),
          subject,
          created_at: field(text, 'When it was created.', '2025-01-05T08:00:00.000Z'),
          last_used_at: field(
            time,
            'When the user last signed in with it; null if that never was.',
          ),
        }),
        null,
      ),
      "The identity at the provider of the user's organization; null without one.",
    ),
  }),
  errors: [unknownUser],
})

/** Links by hand, in place of an earlier link. */
export const linkByHandEndpoint = defineEndpoint(`POST ${path}`, {
  summary: 'Link a user to an identity by hand',
  description:
    "For a provider that does not prove addresses. The identity is one of the provider of the user's organization.",
  access: 'manage:users',
  requiresRecentConfirmation: true,
  input: v.strictObject({
    id: field(givenId, 'The user.'),
    subject: field(filledLine(limits.subject), subject),
  }),
  errors: [unknownUser, noProvider, subjectTaken],
})

/** Also ends the sessions that began so. */
export const unlinkIdentityEndpoint = defineEndpoint(`DELETE ${path}`, {
  summary: 'End the link of a user to an identity',
  access: 'manage:users',
  requiresRecentConfirmation: true,
  input,
  errors: [unknownUser, notLinked],
})
