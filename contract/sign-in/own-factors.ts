import * as v from 'valibot'
import { acknowledgement, count, givenId, id, noInput, object, textList } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { knownPassword } from '../core/password.ts'
import { factor, factorFields } from './factor.ts'
import { tooManySignIns } from './sign-in-with-password.ts'
import { wrongPassword } from './wrong-password.ts'

/*
 * The second factors of the signed-in user, additions. What changes them asks for the password
 * again, so that a stolen session cannot lock the user out.
 */

export const proof = v.strictObject({ current_password: knownPassword })

/** GET /account/factors */
export const listFactorsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/account/factors',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: noInput,
  output: object({ factors: v.nullish(v.array(factor), []), recovery_codes_left: count }),
})

export const added = object({
  ...acknowledgement.entries,
  id: v.optional(id),
  /** Empty if the user has recovery codes already. */
  recovery_codes: textList,
})

/** POST /account/factors/recovery-codes: ten new ones; the old ones end. */
export const replaceRecoveryCodesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/factors/recovery-codes',
  access: 'signed-in',
  input: proof,
  output: object({ recovery_codes: textList }),
})

/** POST /account/factors/{id}/remove. Not DELETE, because it sends the password. */
export const removeFactorEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/factors/:id/remove',
  access: 'signed-in',
  input: v.strictObject({ id: givenId, current_password: knownPassword }),
  output: acknowledgement,
})

export const unknownFactor = defineError({
  code: 'unknown_factor',
  status: 404,
  description: 'The user has no such second factor',
  params: noParams,
  sentence: () => 'This second factor does not exist',
})

export const factorRequired = defineError({
  code: 'factor_required',
  status: 409,
  description: 'A policy requires a second factor, and this is the last one',
  params: noParams,
  sentence: () => 'You need a second factor. Add another one before you remove this one.',
})

export const tooManyFactors = defineError({
  code: 'too_many_factors',
  status: 409,
  description: 'The user has as many second factors as are possible',
  params: v.object({ max: v.number() }),
  example: { max: limits.factors },
  sentence: ({ max }) => `You cannot have more than ${max} second factors`,
})

export const noFactors = defineError({
  code: 'no_factors',
  status: 409,
  description: 'Recovery codes need a second factor',
  params: noParams,
  sentence: () => 'Add a second factor first',
})

/** 422, because the session is valid. */
export const registrationEnded = defineError({
  code: 'registration_ended',
  status: 422,
  description: 'The registration is unknown, used, too old, or of another session',
  params: noParams,
  sentence: () => 'This took too long. Start again.',
})

export const password = { current_password: 'violet kettle drum' }

export const registration = 'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A'

export const factorId = '0198a3c2-7d10-7b64-8a2f-1c9e5b307d44'

export const codes = ['abcd-efgh-jkmn-pqrs-tuvw-xyz2', '3456-789a-bcde-fghj-kmnp-qrst']

export const proven = [wrongPassword, tooManySignIns, busy]

export const listFactorsCall = describeCall(listFactorsEndpoint, {
  summary: 'List the own second factors',
  tag: 'Account',
  fields: [
    factorFields,
    {
      factors: 'The second factors.',
      recovery_codes_left: 'Recovery codes that are not used yet.',
    },
  ],
  examples: {
    output: {
      factors: [
        {
          id: factorId,
          kind: 'totp',
          name: 'Phone',
          created_at: '2025-01-05T08:00:00.000Z',
          last_used_at: '2025-03-01T09:30:00.000Z',
        },
      ],
      recovery_codes_left: 9,
    },
  },
})

export const replaceRecoveryCodesCall = describeCall(replaceRecoveryCodesEndpoint, {
  summary: 'Replace the recovery codes',
  tag: 'Account',
  fields: [factorFields],
  examples: { input: password, output: { recovery_codes: codes } },
  errors: [...proven, noFactors],
})

export const removeFactorCall = describeCall(removeFactorEndpoint, {
  summary: 'Remove a second factor',
  tag: 'Account',
  description: 'With the last one the recovery codes end.',
  fields: [factorFields],
  examples: { input: { id: factorId, ...password }, output: { success: true } },
  errors: [...proven, unknownFactor, factorRequired],
})
