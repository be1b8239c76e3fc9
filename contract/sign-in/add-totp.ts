import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { factorFields, factorName, givenChallenge, givenCode } from './factor.ts'
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

/** POST /account/factors/totp/begin: a new secret for an authenticator app. */
export const beginTotpEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/factors/totp/begin',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: proof,
  output: object({ registration: text, secret: text, uri: text }),
})

/** POST /account/factors/totp: the first code shows that the app has the secret. */
export const addTotpEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/factors/totp',
  access: 'signed-in',
  isOpenWhileRestricted: 'factor',
  input: v.strictObject({ registration: givenChallenge, code: givenCode, name: factorName }),
  output: added,
})

export const totpExists = defineError({
  code: 'totp_exists',
  status: 409,
  description: 'The user has an authenticator app already',
  params: noParams,
  sentence: () => 'You have an authenticator app already. Remove it first.',
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

export const beginTotpCall = describeCall(beginTotpEndpoint, {
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

export const addTotpCall = describeCall(addTotpEndpoint, {
  summary: 'Add an authenticator app',
  tag: 'Account',
  fields: [factorFields],
  examples: {
    input: { registration, code: '123456', name: 'Phone' },
    output: { success: true, id: factorId, recovery_codes: codes },
  },
  errors: [registrationEnded, wrongNewCode, totpExists, tooManyFactors, totpUnavailable],
})
