import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { factorFields, givenChallenge, givenCode } from './factor.ts'
import { passkeyAssertion, passkeyFields, passkeyRequest } from './passkey.ts'
import { signedIn, signedInFields, singleSignOnRequired, wrongCredentials } from './sign-in.ts'

/*
 * The second step of a sign-in (A540), additions. The cookie of the first step comes with each call, so
 * the paths are below that of the sign-in.
 */

/** POST /auth/login/code: a code of the authenticator app, or a recovery code. */
export const signInCodeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login/code',
  access: 'public',
  sendsCookies: true,
  input: v.strictObject({ challenge: givenChallenge, code: givenCode }),
  output: signedIn,
})

/** POST /auth/login/passkey/options: with the challenge of a sign-in, or without a password. */
export const signInPasskeyOptionsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login/passkey/options',
  access: 'public',
  sendsCookies: true,
  input: v.optional(v.strictObject({ challenge: v.optional(givenChallenge) }), {}),
  output: object({ challenge: text, options: passkeyRequest }),
})

/** POST /auth/login/passkey: what the passkey signed. */
export const signInPasskeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login/passkey',
  access: 'public',
  sendsCookies: true,
  input: v.strictObject({ challenge: givenChallenge, credential: passkeyAssertion }),
  output: signedIn,
})

export const wrongCode = defineError({
  code: 'wrong_code',
  status: 401,
  description: 'The code is wrong, or was used before',
  params: noParams,
  sentence: () => 'This code is not valid. A code works once: wait for the next one.',
  fields: () => ['code'],
})

export const wrongPasskey = defineError({
  code: 'wrong_passkey',
  status: 401,
  description: 'The passkey is unknown, of another user, or did not sign this',
  params: noParams,
  sentence: () => 'This passkey cannot be used to sign in here.',
})

export const challengeEnded = defineError({
  code: 'challenge_ended',
  status: 401,
  description: 'The challenge is unknown, used, too old, or of another browser',
  params: noParams,
  sentence: () => 'This took too long. Start again.',
})

export const tooManyCodes = defineError({
  code: 'too_many_codes',
  status: 429,
  description: 'Too many wrong codes for this user',
  params: noParams,
  sentence: () => 'Too many wrong codes. Try again later.',
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

const challenge = 'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A'
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
const done = {
  access_token: 'mJ0V4hC5bq8S3nT7wXzK1rY6uE9aLdPfGi2oQxBvNcM',
  user_role: 'employee',
} as const

export const signInCodeCall = describeCall(signInCodeEndpoint, {
  summary: 'Complete a sign-in with a code',
  tag: 'Sign-in',
  fields: [factorFields, signedInFields],
  examples: { input: { challenge, code: '123456' }, output: done },
  errors: [wrongCode, challengeEnded, wrongCredentials, singleSignOnRequired, tooManyCodes],
})

export const signInPasskeyOptionsCall = describeCall(signInPasskeyOptionsEndpoint, {
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

export const signInPasskeyCall = describeCall(signInPasskeyEndpoint, {
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
