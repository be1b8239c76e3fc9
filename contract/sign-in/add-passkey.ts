import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { factorFields, factorName, givenChallenge } from './factor.ts'
import {
  added,
  codes,
  factorId,
  password,
  proof,
  proven,
  registration,
  registrationEnded,
  tooManyFactors,
} from './own-factors.ts'
import { passkeyCreation, passkeyFields, passkeyRegistration } from './passkey.ts'
import { passkeysUnavailable } from './sign-in-with-passkey.ts'

/** POST /account/factors/passkey/begin */
export const beginPasskeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/factors/passkey/begin',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: proof,
  output: object({ registration: text, options: passkeyCreation }),
})

/** POST /account/factors/passkey */
export const addPasskeyEndpoint = defineEndpoint({
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

export const passkeyNotAccepted = defineError({
  code: 'passkey_not_accepted',
  status: 422,
  description: 'The passkey did not sign this, or is known already',
  params: noParams,
  sentence: () => 'This passkey was not accepted',
})

export const beginPasskeyCall = describeCall(beginPasskeyEndpoint, {
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

export const addPasskeyCall = describeCall(addPasskeyEndpoint, {
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
