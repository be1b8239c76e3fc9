import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { passkeyAnswer, passkeyQuestion } from '../sign-in/passkey.ts'
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
  output: passkeyQuestion,
  errors: [noPasskey, passkeysUnavailable],
})

export const confirmWithPasskeyEndpoint = defineEndpoint('POST /auth/confirm/passkey', {
  summary: 'Prove with a passkey who uses this session',
  description: 'In place of the password. What the passkey signs works once, in this session.',
  access: 'signed-in',
  input: passkeyAnswer,
  errors: [passkeyNotConfirmed, passkeysUnavailable],
})
