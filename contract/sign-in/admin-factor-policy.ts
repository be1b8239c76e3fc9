import * as v from 'valibot'
import { count, givenOrganization, object, time } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { factorPolicies } from './factor-policy.ts'

/*
 * Whether users need a second factor, additions. Without an organization they are about super
 * admins, whatever organization these are in.
 */

const policy = v.picklist(factorPolicies)

const output = object({
  policy: field(
    v.fallback(policy, 'optional'),
    'Whether its users need a second factor: `optional`, `required_in_14_days` (from the day on which this was set or the user was created, whichever is later), or `required`.',
    'required_in_14_days',
  ),
  set_at: field(time, 'Since when this is so; null while second factors are optional.'),
  users: field(count, 'How many active users it is about.', 40),
  users_without_factor: field(count, 'How many of them have no second factor.', 12),
})

export const factorsUnavailable = defineError(409, 'factors_unavailable', {
  description: 'The server has neither a key for authenticator apps nor an address for passkeys',
  sentence: () => 'Users could not add a second factor on this server: it has no SECRETS_KEY',
})

const organizationId = field(
  v.optional(givenOrganization),
  'The organization; super admins if it is omitted.',
)

export const showFactorPolicyEndpoint = defineEndpoint('GET /admin/factor-policy', {
  summary: 'Whether the users of an organization, or super admins, need a second factor',
  access: 'manage:organizations',
  input: v.optional(
    v.strictObject({
      organization_id: organizationId,
    }),
    {},
  ),
  output,
  errors: [unknownOrganization],
})

export const setFactorPolicyEndpoint = defineEndpoint('POST /admin/factor-policy', {
  summary: 'Set whether users need a second factor',
  description:
    'Users who need one and have none can only add one and sign out; other calls answer with `must_add_factor`. Sessions of single sign-on are exempt.',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({
    organization_id: organizationId,
    policy: field(policy, output.entries.policy),
  }),
  output,
  errors: [unknownOrganization, factorsUnavailable],
})
