import * as v from 'valibot'
import { acknowledgement, count, givenId, id, object, textList } from '../core/basic.ts'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { knownPassword } from '../core/password.ts'
import { factor } from './factor.ts'
import { tooManySignIns } from './sign-in-with-password.ts'
import { wrongPassword } from './wrong-password.ts'

/*
 * The second factors of the signed-in user, additions. What changes them asks for the password
 * again, so that a stolen session cannot lock the user out.
 */

export const proof = v.strictObject({
  current_password: field(knownPassword, 'The password of the user, asked again.', shown.password),
})

export const added = object({
  ...acknowledgement.entries,
  id: field(v.optional(id), 'The id of the factor.', '0198a3c2-7d10-7b64-8a2f-1c9e5b307d44'),
  recovery_codes: field(
    textList,
    'Codes that each work once, if the first factor was added; they are not shown again.',
    ['abcd-efgh-jkmn-pqrs-tuvw-xyz2', '3456-789a-bcde-fghj-kmnp-qrst'],
  ),
})

export const unknownFactor = defineError(404, 'unknown_factor', {
  description: 'The user has no such second factor',
  sentence: () => 'This second factor does not exist',
})

export const factorRequired = defineError(409, 'factor_required', {
  description: 'A policy requires a second factor, and this is the last one',
  sentence: () => 'You need a second factor. Add another one before you remove this one.',
})

export const tooManyFactors = defineError(409, 'too_many_factors', {
  description: 'The user has as many second factors as are possible',
  params: v.object({ max: v.number() }),
  example: { max: limits.factors },
  sentence: ({ max }) => `You cannot have more than ${max} second factors`,
})

export const noFactors = defineError(409, 'no_factors', {
  description: 'Recovery codes need a second factor',
  sentence: () => 'Add a second factor first',
})

/** 422, because the session is valid. */
export const registrationEnded = defineError(422, 'registration_ended', {
  description: 'The registration is unknown, used, too old, or of another session',
  sentence: () => 'This took too long. Start again.',
})

export const proven = [wrongPassword, tooManySignIns, busy]

export const listFactorsEndpoint = defineEndpoint('GET /account/factors', {
  summary: 'List the own second factors',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  output: object({
    factors: field(v.nullish(v.array(factor), []), 'The second factors.'),
    recovery_codes_left: field(count, 'Recovery codes that are not used yet.', 9),
  }),
})

export const replaceRecoveryCodesEndpoint = defineEndpoint('POST /account/factors/recovery-codes', {
  summary: 'Replace the recovery codes',
  access: 'signed-in',
  input: proof,
  output: object({
    recovery_codes: added.entries.recovery_codes,
  }),
  errors: [...proven, noFactors],
})

/** Not DELETE, because it sends the password. */
export const removeFactorEndpoint = defineEndpoint('POST /account/factors/:id/remove', {
  summary: 'Remove a second factor',
  description: 'With the last one the recovery codes end.',
  access: 'signed-in',
  input: v.strictObject({
    id: field(givenId, 'The id of the factor.', '0198a3c2-7d10-7b64-8a2f-1c9e5b307d44'),
    current_password: proof.entries.current_password,
  }),
  errors: [...proven, unknownFactor, factorRequired],
})
