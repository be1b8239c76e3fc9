import * as v from 'valibot'
import { object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { givenCode } from './factor.ts'
import { signedIn, tooManySignIns } from './sign-in-with-password.ts'

const joinCode = 'The code that joins the extension. It works once, for five minutes.'
const exampleCode = 'k7qm-2fzd-8wna'

export const makeJoinCodeEndpoint = defineEndpoint('POST /account/extension-code', {
  summary: 'Make a code that joins a browser extension to the account',
  description: 'A new code ends the one before it, and the end of this session ends its code.',
  access: 'signed-in',
  requiresRecentConfirmation: true,
  output: object({
    code: field(text, joinCode, exampleCode),
    expires_at: field(text, 'Until when it works.', shown.time),
  }),
})

export const wrongJoinCode = defineError(422, 'wrong_join_code', {
  description: 'The code is wrong, used, or older than five minutes',
  sentence: () => 'This code is not valid. A code works once, for five minutes: make a new one.',
  fields: () => ['code'],
})

export const joinExtensionEndpoint = defineEndpoint('POST /auth/extension', {
  summary: 'Join a browser extension to an account, by a code of its user',
  description:
    'The token makes only the calls for extensions. It ends a year after it was made, 30 days after its last use, or with the other sessions of its user.',
  access: 'public',
  isForExtensions: true,
  input: v.strictObject({ code: field(givenCode, joinCode, exampleCode) }),
  output: object({
    access_token: field(signedIn.entries.access_token, 'The bearer token of the extension.'),
    full_name: field(text, 'The name of the user.', 'Rania Khoury'),
    organization_name: field(text, "The user's organization; empty without one.", 'Cedar Trading'),
  }),
  errors: [wrongJoinCode, tooManySignIns],
})
