import * as v from 'valibot'
import { count, givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { factorPolicies } from './factor-policy.ts'

/*
 * Whether users need a second factor, additions. Without an organization they are about super
 * admins, whatever organization these are in.
 */

const policy = v.picklist(factorPolicies)

const output = object({
  policy: v.fallback(policy, 'optional'),
  set_at: v.nullish(v.string(), null),
  users: count,
  users_without_factor: count,
})

/** GET /admin/factor-policy */
export const showFactorPolicyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/factor-policy',
  access: 'manage:organizations',
  input: v.optional(v.strictObject({ organization_id: v.optional(givenId) }), {}),
  output,
})

/** POST /admin/factor-policy */
export const setFactorPolicyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/factor-policy',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ organization_id: v.optional(givenId), policy }),
  output,
})

export const factorsUnavailable = defineError({
  code: 'factors_unavailable',
  status: 409,
  description: 'The server has neither a key for authenticator apps nor an address for passkeys',
  params: noParams,
  sentence: () => 'Users could not add a second factor on this server: it has no SECRETS_KEY',
})

const organization_id = '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093'
const fields = [
  {
    organization_id: {
      description: 'The organization; super admins if it is omitted.',
      example: organization_id,
    },
    policy: {
      description:
        'Whether its users need a second factor: `optional`, `required_in_14_days` (from the day on which this was set or the user was created, whichever is later), or `required`.',
      example: 'required_in_14_days',
    },
    set_at: {
      description: 'Since when this is so; null while second factors are optional.',
      format: 'date-time',
      example: '2025-03-01T09:30:00.000Z',
    },
    users: { description: 'How many active users it is about.', example: 40 },
    users_without_factor: { description: 'How many of them have no second factor.', example: 12 },
  },
] as const
const answer = {
  policy: 'required_in_14_days',
  set_at: '2025-03-01T09:30:00.000Z',
  users: 40,
  users_without_factor: 12,
} as const

export const showFactorPolicyCall = describeCall(showFactorPolicyEndpoint, {
  summary: 'Whether the users of an organization, or super admins, need a second factor',
  tag: 'Administration',
  fields,
  examples: { input: { organization_id }, output: answer },
  errors: [unknownOrganization],
})

export const setFactorPolicyCall = describeCall(setFactorPolicyEndpoint, {
  summary: 'Set whether users need a second factor',
  description:
    'Users who need one and have none can only add one and sign out; other calls answer with `must_add_factor`. Sessions of single sign-on are exempt.',
  tag: 'Administration',
  fields,
  examples: { input: { organization_id, policy: 'required_in_14_days' }, output: answer },
  errors: [unknownOrganization, factorsUnavailable],
})
