import * as v from 'valibot'
import { acknowledgement, noInput, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { factorFields, givenChallenge } from '../sign-in/factor.ts'
import { passkeyAssertion, passkeyFields, passkeyRequest } from '../sign-in/passkey.ts'
import { passkeysUnavailable } from '../sign-in/sign-in-with-passkey.ts'

/** POST /auth/confirm/passkey/options, an addition: what a passkey of the user has to sign. */
export const passkeyToConfirmEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/confirm/passkey/options',
  access: 'signed-in',
  input: noInput,
  output: object({ challenge: text, options: passkeyRequest }),
})

/** POST /auth/confirm/passkey, an addition: in place of the password. */
export const confirmWithPasskeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/confirm/passkey',
  access: 'signed-in',
  input: v.strictObject({ challenge: givenChallenge, credential: passkeyAssertion }),
  output: acknowledgement,
})

export const noPasskey = defineError({
  code: 'no_passkey',
  status: 409,
  description: 'The user has no passkey',
  params: noParams,
  sentence: () => 'You have no passkey. Use your password.',
})

/** 422, because the session is valid. */
export const passkeyNotConfirmed = defineError({
  code: 'passkey_not_confirmed',
  status: 422,
  description:
    'The passkey is unknown, of another user, or did not sign this; or this was not asked, or was answered before',
  params: noParams,
  sentence: () => 'This passkey did not confirm that it is you. Try again, or use your password.',
})

const challenge = 'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A'

const id = 'kZ0d3Vb1xT4mQ'

const passkey = [passkeyFields, factorFields, { id: 'The id of a passkey, in base64url.' }] as const

export const passkeyToConfirmCall = describeCall(passkeyToConfirmEndpoint, {
  summary: 'Begin to prove with a passkey who uses this session',
  tag: 'Account',
  fields: passkey,
  examples: {
    output: {
      challenge,
      options: {
        challenge: 'b0yQ2m7cXw',
        timeout: 300_000,
        rpId: 'aman.your-firm.example',
        userVerification: 'required',
        allowCredentials: [{ id, type: 'public-key', transports: ['internal'] }],
      },
    },
  },
  errors: [noPasskey, passkeysUnavailable],
})

export const confirmWithPasskeyCall = describeCall(confirmWithPasskeyEndpoint, {
  summary: 'Prove with a passkey who uses this session',
  tag: 'Account',
  description: 'In place of the password. What the passkey signs works once, in this session.',
  fields: passkey,
  examples: {
    input: {
      challenge,
      credential: {
        id,
        rawId: id,
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
          signature: 'MEUCIQDxT5m0',
          userHandle: 'MDE5OGEzYzI',
        },
      },
    },
    output: { success: true },
  },
  errors: [passkeyNotConfirmed, passkeysUnavailable],
})
