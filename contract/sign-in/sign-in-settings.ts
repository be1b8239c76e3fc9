import * as v from 'valibot'
import {
  count,
  falseIfMissing,
  filledLine,
  givenId,
  givenOrganization,
  givenText,
  id,
  object,
  rows,
  text,
  textList,
  time,
} from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { signInModes } from './single-sign-on-fields.ts'

/**
 * An issuer in the form that its discovery document has to name: compared as text, never rewritten.
 */
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

const organizationOnly = v.strictObject({
  organization_id: givenOrganization,
})

export const singleSignOnNotOffered = defineError(409, 'single_sign_on_not_offered', {
  description: 'The server has no PUBLIC_URL, or no key that encrypts secrets',
  sentence: () =>
    'This server cannot offer single sign-on: it has no PUBLIC_URL or no key for secrets',
})

export const clientSecretMissing = defineError(422, 'client_secret_missing', {
  description: 'The provider has no client secret yet, or another issuer or client id than before',
  sentence: () => 'Enter the client secret of this provider',
  fields: () => ['client_secret'],
})

export const notABreakGlassUser = defineError(422, 'not_a_break_glass_user', {
  description: 'The user is not an active user of the organization with a password',
  sentence: () => 'Choose an active user of this organization who has a password',
  fields: () => ['break_glass_user_id'],
})

const mode = field(
  v.fallback(v.picklist(signInModes), 'off'),
  'Who may sign in by single sign-on: no user, users who choose it, or every user and only so.',
  'optional',
)

const issuerField = field(
  text,
  "The issuer of the organization's provider, exactly as its discovery document names it.",
  'https://login.clinic.example',
  'uri',
)

/** Never with the secret. */
export const showSignInSettingsEndpoint = defineEndpoint(
  'GET /admin/organizations/:organization_id/sign-in',
  {
    summary: 'How the users of an organization sign in',
    access: 'manage:organizations',
    input: organizationOnly,
    output: object({
      is_offered: field(
        v.nullish(v.boolean(), true),
        'Whether this server can offer single sign-on: it has PUBLIC_URL and a key.',
      ),
      mode,
      issuer: issuerField,
      client_id: field(text, 'The id of Aman at the provider.', 'aman'),
      has_secret: field(falseIfMissing, 'Whether a client secret is stored; no call returns it.'),
      break_glass_user_id: field(
        v.nullish(id, null),
        'The user who may use the password where single sign-on is the only way; null for none. Super admins always may.',
      ),
      redirect_uri: field(
        text,
        'The address to register at the provider; empty without PUBLIC_URL.',
        'https://aman.your-firm.example/api/auth/login/single-sign-on/callback/0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      ),
      domains: field(textList, 'The approved email domains of the organization.', [
        'clinic.example',
      ]),
      linked_users: field(
        count,
        'How many of its users are linked to an identity at the provider.',
        12,
      ),
      last_used_at: field(time, 'When one of them last signed in with it; null if that never was.'),
      unlinked_identities: rows(
        'Identities that proved themselves at the provider and belong to no user.',
        {
          subject: field(
            text,
            'The `sub` of the identity at the provider.',
            'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
          ),
          email: field(
            text,
            'The address that the provider named; not proven.',
            'rania@clinic.example',
          ),
          seen_at: field(text, 'When the identity last tried.', shown.time),
        },
      ),
    }),
    errors: [unknownOrganization],
  },
)

/** A secret that is omitted stays. */
export const saveSignInSettingsEndpoint = defineEndpoint(
  'POST /admin/organizations/:organization_id/sign-in',
  {
    summary: 'Set how the users of an organization sign in',
    description:
      'With `only`, the sessions of its users end that did not begin by single sign-on, except those of super admins and of the user with `break_glass_user_id`.',
    access: 'manage:organizations',
    requiresRecentConfirmation: true,
    input: v.strictObject({
      organization_id: givenOrganization,
      mode: field(v.picklist(signInModes), mode),
      issuer: field(givenIssuer, issuerField),
      client_id: field(filledLine(limits.clientId), 'The id of Aman at the provider.', 'aman'),
      client_secret: field(
        v.optional(v.pipe(givenText(limits.clientSecret), v.minLength(1))),
        'The secret of Aman at the provider; if omitted, it stays. Another issuer or client id needs it again.',
        'kX9wq2Lr7vB4',
      ),
      break_glass_user_id: field(
        v.optional(v.nullable(givenId), null),
        'Who may use the password where single sign-on is the only way.',
      ),
    }),
    errors: [unknownOrganization, singleSignOnNotOffered, clientSecretMissing, notABreakGlassUser],
  },
)
