import * as v from 'valibot'
import { object, storable } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { productName } from '../core/product.ts'
import { address, connectErrors, knowsSenders, serverInput } from './own-mailbox.ts'

const host = object({ host: v.string() })
const example = { host: 'imap.clinic.example' }

export const noMailboxSignIn = defineError(422, 'no_mailbox_sign_in', {
  description: 'The operator has registered no application at the provider of this server',
  params: host,
  example,
  sentence: ({ host }) => `${productName} is not registered at the provider of ${host}`,
  fields: () => ['host'],
})

export const mailboxSignInFailed = defineError(422, 'mailbox_sign_in_failed', {
  description: 'The provider did not confirm the sign-in, or it took too long',
  params: host,
  example,
  sentence: ({ host }) => `The provider of ${host} did not confirm the sign-in. Try again.`,
})

const longest = 8000
const back = v.pipe(v.string(), v.maxCodePoints(longest), v.minLength(1), storable)

/** The page of the provider is then opened; it leads back to the page of the account. */
export const beginMailboxSignInEndpoint = defineEndpoint('POST /account/mailbox/sign-in', {
  summary: 'Begin to sign in at the provider of a mailbox',
  description:
    'OAuth 2.0 with the application that the operator registered. The provider leads back with a code.',
  access: 'signed-in',
  takesLocale: true,
  input: v.strictObject({ address, ...serverInput, knows_senders: knowsSenders }),
  output: object({
    url: field(v.string(), 'The page of the provider.', 'https://login.clinic.example/authorize'),
  }),
  errors: [...connectErrors, noMailboxSignIn],
  timeoutMs: 30_000,
})

/** Only for the user who began, in whichever browser. */
export const finishMailboxSignInEndpoint = defineEndpoint('POST /account/mailbox/sign-in/finish', {
  summary: 'Watch a mailbox after the sign-in at its provider',
  description: 'The token is kept encrypted, and never answered with.',
  access: 'signed-in',
  input: v.strictObject({
    state: field(back, 'The `state` that the provider led back with.', 'c3RhdGU'),
    code: field(back, 'Its `code`.', 'a-code'),
    iss: field(
      v.optional(back),
      'Its `iss` (RFC 9207), where it named itself.',
      'https://login.clinic.example',
    ),
  }),
  errors: [...connectErrors, noMailboxSignIn, mailboxSignInFailed],
  timeoutMs: 60_000,
})
