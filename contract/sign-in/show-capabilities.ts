import { object, textList } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'

/** Features of accounts that a backend may lack; the site hides what is missing. */
export const capabilities = [
  'invitations',
  'password-reset',
  'own-account',
  'totp',
  'passkeys',
  'factor-policy',
  'user-import',
  'user-export',
  'user-status',
  'organization-changes',
  'email-domains',
  'single-sign-on',
  'organization-admins',
  'scim',
  'flag-changes',
  'mail-checks',
  'activity',
  'search',
  'webhooks',
  'operator-keys',
  'attention',
  'languages',
  'mailbox-invitations',
] as const
export type Capability = (typeof capabilities)[number]

/** A backend without the call has none of them. */
export const showCapabilitiesEndpoint = defineEndpoint('GET /auth/capabilities', {
  summary: 'What accounts can do',
  description:
    'The features of accounts that this server offers, so that a client hides the others.',
  access: 'public',
  output: object({
    capabilities: field(
      textList,
      `The names of the features. Known are: ${capabilities.join(', ')}.`,
      ['invitations', 'password-reset'],
    ),
  }),
  isWithoutDatabase: true,
})
