import * as v from 'valibot'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { givenChallenge } from './factor.ts'
import { passkeyAnswer, passkeyQuestion, passkeyRequest } from './passkey.ts'
import { challengeEnded } from './sign-in-with-code.ts'
import { signedIn, singleSignOnRequired, wrongCredentials } from './sign-in-with-password.ts'

export const wrongPasskey = defineError(401, 'wrong_passkey', {
  description: 'The passkey is unknown, of another user, or did not sign this',
  sentence: () => 'This passkey cannot be used to sign in here.',
})

export const tooManyChallenges = defineError(429, 'too_many_challenges', {
  description: 'Too many sign-ins were begun from this network and not completed',
  sentence: () => 'Too many sign-ins were begun. Try again in a few minutes.',
})

export const passkeysUnavailable = defineError(409, 'passkeys_unavailable', {
  description: 'The server does not know the host that passkeys belong to: `PUBLIC_URL` is not set',
  sentence: () => 'Passkeys do not work at this address.',
})

export const showPasskeyOptionsEndpoint = defineEndpoint('POST /auth/login/passkey/options', {
  summary: 'Begin to sign in with a passkey',
  description:
    'With the challenge of a sign-in, the passkey is its second step. Without one, the passkey alone signs in.',
  access: 'public',
  sendsCookies: true,
  input: v.optional(
    v.strictObject({
      challenge: field(
        v.optional(givenChallenge),
        passkeyRequest.entries.challenge,
        'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A',
      ),
    }),
    {},
  ),
  output: passkeyQuestion,
  errors: [challengeEnded, tooManyChallenges, passkeysUnavailable],
})

export const signInWithPasskeyEndpoint = defineEndpoint('POST /auth/login/passkey', {
  summary: 'Sign in with a passkey',
  access: 'public',
  sendsCookies: true,
  input: passkeyAnswer,
  output: signedIn,
  errors: [
    wrongPasskey,
    challengeEnded,
    wrongCredentials,
    singleSignOnRequired,
    passkeysUnavailable,
  ],
})
