import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { givenChallenge } from '../sign-in/factor.ts'
import { passkeyAssertion, passkeyRequest } from '../sign-in/passkey.ts'
import { passkeysUnavailable } from '../sign-in/sign-in-with-passkey.ts'

export const noPasskey = defineError(409, 'no_passkey', {
  description: 'The user has no passkey',
  sentence: () => 'You have no passkey. Use your password.',
})

/** 422, because the session is valid. */
export const passkeyNotConfirmed = defineError(422, 'passkey_not_confirmed', {
  description:
    'The passkey is unknown, of another user, or did not sign this; or this was not asked, or was answered before',
  sentence: () => 'This passkey did not confirm that it is you. Try again, or use your password.',
})

export const passkeyToConfirmEndpoint = defineEndpoint('POST /auth/confirm/passkey/options', {
  summary: 'Begin to prove with a passkey who uses this session',
  access: 'signed-in',
  output: object({
    challenge: field(
      text,
      passkeyRequest.entries.challenge,
      'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A',
    ),
    options: field(
      passkeyRequest,
      'What the browser asks of the passkey, in the JSON form of WebAuthn.',
    ),
  }),
  errors: [noPasskey, passkeysUnavailable],
})

export const confirmWithPasskeyEndpoint = defineEndpoint('POST /auth/confirm/passkey', {
  summary: 'Prove with a passkey who uses this session',
  description: 'In place of the password. What the passkey signs works once, in this session.',
  access: 'signed-in',
  input: v.strictObject({
    challenge: field(
      givenChallenge,
      passkeyRequest.entries.challenge,
      'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A',
    ),
    credential: field(passkeyAssertion, 'What the browser answered, in the JSON form of WebAuthn.'),
  }),
  errors: [passkeyNotConfirmed, passkeysUnavailable],
})
