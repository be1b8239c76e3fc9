import * as v from 'valibot'
import { acknowledgement, filledLine, givenId, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { unknownUser } from '../users/save-user.ts'
import { singleSignOnFields } from './single-sign-on-fields.ts'

const path = '/admin/users/:id/single-sign-on'
const input = v.strictObject({ id: givenId })

/** GET /admin/users/{id}/single-sign-on, an addition: the identity that the user is linked to. */
export const showIdentityEndpoint = defineEndpoint({
  method: 'GET',
  path,
  access: 'manage:users',
  input,
  output: object({
    link: v.nullish(
      object({
        issuer: text,
        subject: text,
        created_at: text,
        last_used_at: v.nullish(v.string(), null),
      }),
      null,
    ),
  }),
})

/** POST /admin/users/{id}/single-sign-on, an addition: links by hand, in place of an earlier link. */
export const linkByHandEndpoint = defineEndpoint({
  method: 'POST',
  path,
  access: 'manage:users',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: givenId, subject: filledLine(limits.subject) }),
  output: acknowledgement,
})

/** DELETE /admin/users/{id}/single-sign-on, an addition: also ends the sessions that began so. */
export const unlinkIdentityEndpoint = defineEndpoint({
  method: 'DELETE',
  path,
  access: 'manage:users',
  requiresRecentConfirmation: true,
  input,
  output: acknowledgement,
})

export const noProvider = defineError({
  code: 'no_provider',
  status: 409,
  description: 'The user is in no organization with an identity provider',
  params: noParams,
  sentence: () => 'The organization of this user has no identity provider',
})

export const subjectTaken = defineError({
  code: 'subject_taken',
  status: 409,
  description: 'Another user is linked to this identity',
  params: noParams,
  sentence: () => 'Another user is linked to this identity already',
  fields: () => ['subject'],
})

export const notLinked = defineError({
  code: 'not_linked',
  status: 409,
  description: 'The user is not linked to an identity',
  params: noParams,
  sentence: () => 'This user is not linked to an identity',
})

const user = '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11'
const subject = 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ'
const fields = [
  singleSignOnFields,
  {
    id: { description: 'The user.', example: user },
    link: "The identity at the provider of the user's organization; null without one.",
    last_used_at: {
      description: 'When the user last signed in with it; null if that never was.',
      format: 'date-time' as const,
      example: '2025-03-01T09:30:00.000Z',
    },
  },
]

export const showIdentityCall = describeCall(showIdentityEndpoint, {
  summary: 'The identity that a user signs in with',
  tag: 'Administration',
  fields,
  examples: {
    input: { id: user },
    output: {
      link: {
        issuer: 'https://login.clinic.example',
        subject,
        created_at: '2025-01-05T08:00:00.000Z',
        last_used_at: '2025-03-01T09:30:00.000Z',
      },
    },
  },
  errors: [unknownUser],
})

export const linkByHandCall = describeCall(linkByHandEndpoint, {
  summary: 'Link a user to an identity by hand',
  tag: 'Administration',
  description:
    "For a provider that does not prove addresses. The identity is one of the provider of the user's organization.",
  fields,
  examples: { input: { id: user, subject }, output: { success: true } },
  errors: [unknownUser, noProvider, subjectTaken],
})

export const unlinkIdentityCall = describeCall(unlinkIdentityEndpoint, {
  summary: 'End the link of a user to an identity',
  tag: 'Administration',
  fields,
  examples: { input: { id: user }, output: { success: true } },
  errors: [unknownUser, notLinked],
})
