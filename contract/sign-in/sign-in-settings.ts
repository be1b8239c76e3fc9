import * as v from 'valibot'
import {
  acknowledgement,
  count,
  filledLine,
  givenId,
  givenText,
  id,
  object,
  text,
  textList,
} from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { signInModes, singleSignOnFields } from './single-sign-on-fields.ts'

/** An issuer in the form that its discovery document has to name: compared as text, never rewritten. */
export const givenIssuer = v.pipe(
  filledLine(limits.issuer),
  v.check(isIssuer, 'not_an_issuer' satisfies FieldCode),
)

function isIssuer(given: string): boolean {
  const url = URL.parse(given)
  return (
    url?.protocol === 'https:' && url.username === '' && url.password === '' && !/[?#]/.test(given)
  )
}

const organizationOnly = v.strictObject({ organization_id: givenId })

/** GET /admin/organizations/{organization_id}/sign-in, an addition: never with the secret. */
export const showSignInSettingsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/organizations/:organization_id/sign-in',
  access: 'manage:organizations',
  input: organizationOnly,
  output: object({
    /** Whether this server can offer single sign-on at all. */
    is_offered: v.nullish(v.boolean(), true),
    mode: v.fallback(v.picklist(signInModes), 'off'),
    issuer: text,
    client_id: text,
    has_secret: v.nullish(v.boolean(), false),
    break_glass_user_id: v.nullish(id, null),
    redirect_uri: text,
    domains: textList,
    linked_users: count,
    /** When one of them last signed in so; null if that never was. */
    last_used_at: v.nullish(v.string(), null),
    /** Identities that signed in at the provider and belong to no user, for a link by hand. */
    unlinked_identities: v.nullish(
      v.array(object({ subject: text, email: text, seen_at: text })),
      [],
    ),
  }),
})

/**
 * POST /admin/organizations/{organization_id}/sign-in, an addition. A secret that is omitted
 * stays.
 */
export const saveSignInSettingsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/:organization_id/sign-in',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({
    organization_id: givenId,
    mode: v.picklist(signInModes),
    issuer: givenIssuer,
    client_id: filledLine(limits.clientId),
    client_secret: v.optional(v.pipe(givenText(limits.clientSecret), v.minLength(1))),
    break_glass_user_id: v.optional(v.nullable(givenId), null),
  }),
  output: acknowledgement,
})

export const singleSignOnNotOffered = defineError({
  code: 'single_sign_on_not_offered',
  status: 409,
  description: 'The server has no PUBLIC_URL, or no key that encrypts secrets',
  params: noParams,
  sentence: () =>
    'This server cannot offer single sign-on: it has no PUBLIC_URL or no key for secrets',
})

export const clientSecretMissing = defineError({
  code: 'client_secret_missing',
  status: 422,
  description: 'The provider has no client secret yet, or another issuer or client id than before',
  params: noParams,
  sentence: () => 'Enter the client secret of this provider',
  fields: () => ['client_secret'],
})

export const notABreakGlassUser = defineError({
  code: 'not_a_break_glass_user',
  status: 422,
  description: 'The user is not an active user of the organization with a password',
  params: noParams,
  sentence: () => 'Choose an active user of this organization who has a password',
  fields: () => ['break_glass_user_id'],
})

export const organization_id = '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093'

export const issuer = 'https://login.clinic.example'

export const showSignInSettingsCall = describeCall(showSignInSettingsEndpoint, {
  summary: 'How the users of an organization sign in',
  tag: 'Administration',
  fields: [
    singleSignOnFields,
    {
      organization_id: 'The organization.',
      is_offered: 'Whether this server can offer single sign-on: it has PUBLIC_URL and a key.',
      client_id: 'The id of Aman at the provider.',
      has_secret: 'Whether a client secret is stored; no call returns it.',
      break_glass_user_id: {
        description:
          'The user who may use the password where single sign-on is the only way; null for none. Super admins always may.',
        example: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
      },
      redirect_uri: 'The address to register at the provider; empty without PUBLIC_URL.',
      domains: 'The approved email domains of the organization.',
      linked_users: 'How many of its users are linked to an identity at the provider.',
      last_used_at: {
        description: 'When one of them last signed in with it; null if that never was.',
        format: 'date-time',
      },
      unlinked_identities:
        'Identities that proved themselves at the provider and belong to no user.',
      email: 'The address that the provider named; not proven.',
      seen_at: { description: 'When the identity last tried.', format: 'date-time' },
    },
  ],
  examples: {
    input: { organization_id },
    output: {
      is_offered: true,
      mode: 'optional',
      issuer,
      client_id: 'aman',
      has_secret: true,
      break_glass_user_id: null,
      redirect_uri: `https://aman.your-firm.example/api/auth/login/single-sign-on/callback/${organization_id}`,
      domains: ['clinic.example'],
      linked_users: 12,
      last_used_at: '2025-03-01T09:30:00.000Z',
      unlinked_identities: [
        {
          subject: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
          email: 'rania@clinic.example',
          seen_at: '2025-03-01T09:30:00.000Z',
        },
      ],
    },
  },
  errors: [unknownOrganization],
})

export const saveSignInSettingsCall = describeCall(saveSignInSettingsEndpoint, {
  summary: 'Set how the users of an organization sign in',
  tag: 'Administration',
  description:
    'With `only`, the sessions of its users end that did not begin by single sign-on, except those of super admins and of the user with `break_glass_user_id`.',
  fields: [
    singleSignOnFields,
    {
      organization_id: 'The organization.',
      client_id: 'The id of Aman at the provider.',
      client_secret: {
        description:
          'The secret of Aman at the provider; if omitted, it stays. Another issuer or client id needs it again.',
        example: 'kX9wq2Lr7vB4',
      },
      break_glass_user_id: {
        description: 'Who may use the password where single sign-on is the only way.',
        example: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
      },
    },
  ],
  examples: {
    input: {
      organization_id,
      mode: 'optional',
      issuer,
      client_id: 'aman',
      client_secret: 'kX9wq2Lr7vB4',
      break_glass_user_id: null,
    },
    output: { success: true },
  },
  errors: [unknownOrganization, singleSignOnNotOffered, clientSecretMissing, notABreakGlassUser],
})
