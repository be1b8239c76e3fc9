import * as v from 'valibot'
import { acknowledgement, givenLine, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { flagFields, flagTypes, flagValue } from './flag.ts'

/** POST /flags/add (R161-R163, R355). 409 if the value has a flag of either colour already. */
export const addFlagEndpoint = defineEndpoint({
  method: 'POST',
  path: '/flags/add',
  access: 'manage:flags',
  input: v.strictObject({
    flag_type: v.picklist(flagTypes),
    value: flagValue,
    reason: v.nullish(givenLine(limits.flagReason), null),
  }),
  /** An addition: the domain that the flag is for, where the address of its website was given. */
  output: object({ ...acknowledgement.entries, value: v.optional(v.string()) }),
})

export const flagExists = defineError({
  code: 'flag_exists',
  status: 409,
  description: 'The value has a flag already',
  params: v.object({
    value: v.string(),
    /** Null where it was removed this very moment. */
    flag_type: v.nullable(v.picklist(flagTypes)),
  }),
  example: { value: 'lookalike.example', flag_type: 'red' },
  sentence: ({ value, flag_type }) =>
    `${value} has a ${flag_type === null ? '' : `${flag_type} `}flag already. Remove that one first to change it.`,
  fields: () => ['value'],
})

export const tooManyFlags = defineError({
  code: 'too_many_flags',
  status: 409,
  description: 'The user has as many flags as one may have',
  params: v.object({ max: v.number() }),
  example: { max: 1000 },
  sentence: ({ max }) =>
    `You cannot have more than ${max.toLocaleString('en-US')} flags. Remove one to add another.`,
})

export const publicMailDomain = defineError({
  code: 'public_mail_domain',
  status: 422,
  description: 'A green flag is for the domain of a public mail provider',
  params: v.object({ domain: v.string() }),
  example: { domain: 'mail.example' },
  sentence: ({ domain }) =>
    `Anyone can have an address at ${domain}. Trust a whole address instead, for instance name@${domain}.`,
  fields: () => ['value'],
})

export const registrySuffix = defineError({
  code: 'registry_suffix',
  status: 422,
  description: 'The value is a suffix of a registry, below which anyone can have a domain',
  params: v.object({ domain: v.string() }),
  example: { domain: 'co.uk' },
  sentence: ({ domain }) =>
    `Anyone can have a domain below ${domain}. Enter one domain, for instance name.${domain}.`,
  fields: () => ['value'],
})

export const addFlagCall = describeCall(addFlagEndpoint, {
  summary: 'Trust or block a sender',
  tag: 'Flags',
  fields: [flagFields],
  examples: {
    input: { flag_type: 'red', value: 'lookalike.example', reason: 'Pretends to be our bank' },
    output: { success: true },
  },
  errors: [flagExists, tooManyFlags, publicMailDomain, registrySuffix, removedMeanwhile],
})
