import { noInput, object, textList } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'

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
] as const
export type Capability = (typeof capabilities)[number]

/** GET /auth/capabilities, an addition: a backend without the call has none of them. */
export const showCapabilitiesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/auth/capabilities',
  access: 'public',
  input: noInput,
  output: object({ capabilities: textList }),
})

export const showCapabilitiesCall = describeCall(showCapabilitiesEndpoint, {
  summary: 'What accounts can do',
  description:
    'The features of accounts that this server offers, so that a client hides the others.',
  tag: 'Sign-in',
  fields: [{ capabilities: `The names of the features. Known are: ${capabilities.join(', ')}.` }],
  examples: { output: { capabilities: ['invitations', 'password-reset'] } },
  isWithoutDatabase: true,
})
