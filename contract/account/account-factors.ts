import * as v from 'valibot'
import {
  acknowledgement,
  count,
  givenId,
  id,
  noInput,
  object,
  text,
  textList,
} from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { factor, factorFields, factorName, givenChallenge, givenCode } from '../sign-in/factor.ts'
import { passkeyCreation, passkeyFields, passkeyRegistration } from '../sign-in/passkey.ts'
import { tooManySignIns } from '../sign-in/sign-in.ts'
import { passkeysUnavailable } from '../sign-in/sign-in-second-step.ts'
import { knownPassword, wrongPassword } from './account-password.ts'

/*
 * The second factors of the signed-in user (A542), additions. What changes them asks for the password
 * again, so that a stolen session cannot lock the user out.
 */

const proof = v.strictObject({ current_password: knownPassword })

/** GET /account/factors */
export const factorsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/account/factors',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: noInput,
  output: object({ factors: v.nullish(v.array(factor), []), recovery_codes_left: count }),
})

/** POST /account/factors/totp/begin: a new secret for an authenticator app. */
export const totpBeginEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/factors/totp/begin',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: proof,
  output: object({ registration: text, secret: text, uri: text }),
})

const added = object({
  ...acknowledgement.entries,
  id: v.optional(id),
  /** Empty if the user has recovery codes already. */
  recovery_codes: textList,
})

/** POST /account/factors/totp: the first code shows that the app has the secret. */
export const totpAddEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/factors/totp',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: v.strictObject({ registration: givenChallenge, code: givenCode, name: factorName }),
  output: added,
})

/** POST /account/factors/passkey/begin */
export const passkeyBeginEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/factors/passkey/begin',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: proof,
  output: object({ registration: text, options: passkeyCreation }),
})

/** POST /account/factors/passkey */
export const passkeyAddEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/factors/passkey',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: v.strictObject({
    registration: givenChallenge,
    credential: passkeyRegistration,
    name: factorName,
  }),
  output: added,
})

/** POST /account/factors/recovery-codes: ten new ones; the old ones end. */
export const recoveryCodesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/factors/recovery-codes',
  access: 'signed-in',
  input: proof,
  output: object({ recovery_codes: textList }),
})

/** POST /account/factors/{id}/remove. Not DELETE, because it sends the password. */
export const factorRemoveEndpoint = defineEndpoint({
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

export const totpExists = defineError({
  code: 'totp_exists',
  status: 409,
  description: 'The user has an authenticator app already',
  params: noParams,
  sentence: () => 'You have an authenticator app already. Remove it first.',
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

export const totpUnavailable = defineError({
  code: 'totp_unavailable',
  status: 409,
  description: 'The server has no key that encrypts secrets: `SECRETS_KEY` is not set',
  params: noParams,
  sentence: () => 'Authenticator apps are not available on this server',
})

export const wrongNewCode = defineError({
  code: 'wrong_new_code',
  status: 422,
  description: 'The code is not one of the new authenticator app',
  params: noParams,
  sentence: () => 'This code does not match. Check the clock of your phone and try the next one.',
  fields: () => ['code'],
})

export const passkeyNotAccepted = defineError({
  code: 'passkey_not_accepted',
  status: 422,
  description: 'The passkey did not sign this, or is known already',
  params: noParams,
  sentence: () => 'This passkey was not accepted',
})

/** 422, because the session is valid. */
export const registrationEnded = defineError({
  code: 'registration_ended',
  status: 422,
  description: 'The registration is unknown, used, too old, or of another session',
  params: noParams,
  sentence: () => 'This took too long. Start again.',
})

const password = { current_password: 'violet kettle drum' }
const registration = 'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A'
const factorId = '0198a3c2-7d10-7b64-8a2f-1c9e5b307d44'
const codes = ['abcd-efgh-jkmn-pqrs-tuvw-xyz2', '3456-789a-bcde-fghj-kmnp-qrst']
const proven = [wrongPassword, tooManySignIns, busy]

export const factorsCall = describeCall(factorsEndpoint, {
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

export const totpBeginCall = describeCall(totpBeginEndpoint, {
  summary: 'Begin to add an authenticator app',
  tag: 'Account',
  fields: [
    factorFields,
    { secret: 'The secret in base32, to be typed.', uri: 'The same for a QR code.' },
  ],
  examples: {
    input: password,
    output: {
      registration,
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Aman:rania?issuer=Aman&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    },
  },
  errors: [...proven, totpExists, tooManyFactors, totpUnavailable],
})

export const totpAddCall = describeCall(totpAddEndpoint, {
  summary: 'Add an authenticator app',
  tag: 'Account',
  fields: [factorFields],
  examples: {
    input: { registration, code: '123456', name: 'Phone' },
    output: { success: true, id: factorId, recovery_codes: codes },
  },
  errors: [registrationEnded, wrongNewCode, totpExists, tooManyFactors, totpUnavailable],
})

export const passkeyBeginCall = describeCall(passkeyBeginEndpoint, {
  summary: 'Begin to add a passkey',
  tag: 'Account',
  fields: [passkeyFields, factorFields, { id: 'An id, in base64url.', name: 'A name to show.' }],
  examples: {
    input: password,
    output: {
      registration,
      options: {
        rp: { id: 'aman.your-firm.example', name: 'Aman' },
        user: { id: 'MDE5OGEzYzI', name: 'rania', displayName: 'Rania Khoury' },
        challenge: 'b0yQ2m7cXw',
        pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
    },
  },
  errors: [...proven, tooManyFactors, passkeysUnavailable],
})

export const passkeyAddCall = describeCall(passkeyAddEndpoint, {
  summary: 'Add a passkey',
  tag: 'Account',
  fields: [passkeyFields, factorFields, { id: 'The id of the passkey or of the factor.' }],
  examples: {
    input: {
      registration,
      name: 'Laptop',
      credential: {
        id: 'kZ0d3Vb1xT4mQ',
        rawId: 'kZ0d3Vb1xT4mQ',
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
          attestationObject: 'o2NmbXRkbm9uZQ',
          transports: ['internal'],
        },
      },
    },
    output: { success: true, id: factorId, recovery_codes: codes },
  },
  errors: [registrationEnded, passkeyNotAccepted, tooManyFactors, passkeysUnavailable],
})

export const recoveryCodesCall = describeCall(recoveryCodesEndpoint, {
  summary: 'Replace the recovery codes',
  tag: 'Account',
  fields: [factorFields],
  examples: { input: password, output: { recovery_codes: codes } },
  errors: [...proven, noFactors],
})

export const factorRemoveCall = describeCall(factorRemoveEndpoint, {
  summary: 'Remove a second factor',
  tag: 'Account',
  description: 'With the last one the recovery codes end.',
  fields: [factorFields],
  examples: { input: { id: factorId, ...password }, output: { success: true } },
  errors: [...proven, unknownFactor, factorRequired],
})
