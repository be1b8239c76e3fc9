import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { factorName, givenChallenge, givenCode } from './factor.ts'
import { added, proof, proven, registrationEnded, tooManyFactors } from './own-factors.ts'

export const totpExists = defineError(409, 'totp_exists', {
  description: 'The user has an authenticator app already',
  sentence: () => 'You have an authenticator app already. Remove it first.',
})

export const totpUnavailable = defineError(409, 'totp_unavailable', {
  description: 'The server has no key that encrypts secrets: `SECRETS_KEY` is not set',
  sentence: () => 'Authenticator apps are not available on this server',
})

export const wrongNewCode = defineError(422, 'wrong_new_code', {
  description: 'The code is not one of the new authenticator app',
  sentence: () => 'This code does not match. Check the clock of your phone and try the next one.',
  fields: () => ['code'],
})

export const beginTotpEndpoint = defineEndpoint('POST /account/factors/totp/begin', {
  summary: 'Begin to add an authenticator app',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: proof,
  output: object({
    registration: field(
      text,
      'Names this registration until it is complete. It works once, in this session.',
      'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A',
    ),
    secret: field(text, 'The secret in base32, to be typed.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
    uri: field(
      text,
      'The same for a QR code.',
      'otpauth://totp/Aman:rania?issuer=Aman&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    ),
  }),
  errors: [...proven, totpExists, tooManyFactors, totpUnavailable],
})

export const addTotpEndpoint = defineEndpoint('POST /account/factors/totp', {
  summary: 'Add an authenticator app',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: v.strictObject({
    registration: field(
      givenChallenge,
      'Names this registration until it is complete. It works once, in this session.',
      'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A',
    ),
    code: field(givenCode, 'A code of the authenticator app, or a recovery code.', '123456'),
    name: field(factorName, 'What the user calls it.', 'Phone'),
  }),
  output: added,
  errors: [registrationEnded, wrongNewCode, totpExists, tooManyFactors, totpUnavailable],
})
