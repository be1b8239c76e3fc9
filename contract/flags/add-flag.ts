import * as v from 'valibot'
import { acknowledgement, givenLine, object } from '../core/basic.ts'
import { removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { flag, flagTypes, flagValue } from './flag.ts'

export const flagExists = defineError(409, 'flag_exists', {
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

export const tooManyFlags = defineError(409, 'too_many_flags', {
  description: 'The user has as many flags as one may have',
  params: v.object({ max: v.number() }),
  example: { max: 1000 },
  sentence: ({ max }) =>
    `You cannot have more than ${max.toLocaleString('en-US')} flags. Remove one to add another.`,
})

export const publicMailDomain = defineError(422, 'public_mail_domain', {
  description: 'A green flag is for the domain of a public mail provider',
  params: v.object({ domain: v.string() }),
  example: { domain: 'mail.example' },
  sentence: ({ domain }) =>
    `Anyone can have an address at ${domain}. Trust a whole address instead, for instance name@${domain}.`,
  fields: () => ['value'],
})

export const registrySuffix = defineError(422, 'registry_suffix', {
  description: 'The value is a suffix of a registry, below which anyone can have a domain',
  params: v.object({ domain: v.string() }),
  example: { domain: 'co.uk' },
  sentence: ({ domain }) =>
    `Anyone can have a domain below ${domain}. Enter one domain, for instance name.${domain}.`,
  fields: () => ['value'],
})

export const addFlagEndpoint = defineEndpoint('POST /flags/add', {
  summary: 'Trust or block a sender',
  access: 'manage:flags',
  isForExtensions: true,
  input: v.strictObject({
    flag_type: field(v.picklist(flagTypes), 'Green trusts the sender, red blocks it.', 'red'),
    value: field(flagValue, flag.entries.value),
    reason: field(v.nullish(givenLine(limits.flagReason), null), flag.entries.reason),
  }),
  /** An addition: the domain that the flag is for, where the address of its website was given. */
  output: object({
    ...acknowledgement.entries,
    value: field(v.optional(v.string()), flag.entries.value),
  }),
  errors: [flagExists, tooManyFlags, publicMailDomain, registrySuffix, removedMeanwhile],
})
