import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { factorFields, givenChallenge } from './factor.ts'
import { passkeyAssertion, passkeyFields, passkeyRequest } from './passkey.ts'
import { challenge, challengeEnded, done } from './sign-in-with-code.ts'
import {
  signedIn,
  signedInFields,
  singleSignOnRequired,
  wrongCredentials,
} from './sign-in-with-password.ts'

/** POST /auth/login/passkey/options: with the challenge of a sign-in, or without a password. */
export const showPasskeyOptionsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login/passkey/options',
  access: 'public',
  sendsCookies: true,
  input: v.optional(v.strictObject({ challenge: v.optional(givenChallenge) }), {}),
  output: object({ challenge: text, options: passkeyRequest }),
})

/** POST /auth/login/passkey: what the passkey signed. */
export const signInWithPasskeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login/passkey',
  access: 'public',
  sendsCookies: true,
  input: v.strictObject({ challenge: givenChallenge, credential: passkeyAssertion }),
  output: signedIn,
})

export const wrongPasskey = defineError({
  code: 'wrong_passkey',
  status: 401,
  description: 'The passkey is unknown, of another user, or did not sign this',
  params: noParams,
  sentence: () => 'This passkey cannot be used to sign in here.',
})

export const tooManyChallenges = defineError({
  code: 'too_many_challenges',
  status: 429,
  description: 'Too many sign-ins were begun from this network and not completed',
  params: noParams,
  sentence: () => 'Too many sign-ins were begun. Try again in a few minutes.',
})

export const passkeysUnavailable = defineError({
  code: 'passkeys_unavailable',
  status: 409,
  description: 'The server does not know the host that passkeys belong to: `PUBLIC_URL` is not set',
  params: noParams,
  sentence: () => 'Passkeys do not work at this address.',
})

const signed = {
  id: 'kZ0d3Vb1xT4mQ',
  rawId: 'kZ0d3Vb1xT4mQ',
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQDxT5m0',
    userHandle: 'MDE5OGEzYzI',
  },
} as const

export const showPasskeyOptionsCall = describeCall(showPasskeyOptionsEndpoint, {
  summary: 'Begin to sign in with a passkey',
  tag: 'Sign-in',
  description:
    'With the challenge of a sign-in, the passkey is its second step. Without one, the passkey alone signs in.',
  fields: [passkeyFields, factorFields, { id: 'The id of a passkey, in base64url.' }],
  examples: {
    input: { challenge },
    output: {
      challenge,
      options: {
        challenge: 'b0yQ2m7cXw',
        timeout: 300_000,
        rpId: 'aman.your-firm.example',
        userVerification: 'required',
        allowCredentials: [{ id: 'kZ0d3Vb1xT4mQ', type: 'public-key', transports: ['internal'] }],
      },
    },
  },
  errors: [challengeEnded, tooManyChallenges, passkeysUnavailable],
})

export const signInWithPasskeyCall = describeCall(signInWithPasskeyEndpoint, {
  summary: 'Sign in with a passkey',
  tag: 'Sign-in',
  fields: [
    passkeyFields,
    factorFields,
    signedInFields,
    { id: 'The id of the passkey, in base64url.' },
  ],
  examples: { input: { challenge, credential: signed }, output: done },
  errors: [
    wrongPasskey,
    challengeEnded,
    wrongCredentials,
    singleSignOnRequired,
    passkeysUnavailable,
  ],
})
