import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { factorName, givenChallenge } from './factor.ts'
import { added, proof, proven, registrationEnded, tooManyFactors } from './own-factors.ts'
import { passkeyCreation, passkeyRegistration } from './passkey.ts'
import { passkeysUnavailable } from './sign-in-with-passkey.ts'

export const passkeyNotAccepted = defineError(422, 'passkey_not_accepted', {
  description: 'The passkey did not sign this, or is known already',
  sentence: () => 'This passkey was not accepted',
})

const registration = field(
  text,
  'Names this registration until it is complete. It works once, in this session.',
  'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A',
)

export const beginPasskeyEndpoint = defineEndpoint('POST /account/factors/passkey/begin', {
  summary: 'Begin to add a passkey',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: proof,
  output: object({
    registration,
    options: field(
      passkeyCreation,
      'What the browser asks of the passkey, in the JSON form of WebAuthn.',
    ),
  }),
  errors: [...proven, tooManyFactors, passkeysUnavailable],
})

export const addPasskeyEndpoint = defineEndpoint('POST /account/factors/passkey', {
  summary: 'Add a passkey',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: v.strictObject({
    registration: field(givenChallenge, registration),
    credential: field(
      passkeyRegistration,
      'What the browser answered, in the JSON form of WebAuthn.',
    ),
    name: field(factorName, 'What the user calls it.', 'Laptop'),
  }),
  output: added,
  errors: [registrationEnded, passkeyNotAccepted, tooManyFactors, passkeysUnavailable],
})
