import * as v from 'valibot'
import { object } from '../core/basic.ts'
import { defineError } from '../core/errors.ts'

/* Why Google or Microsoft does not take the credential of an organization. */

export const credentialRefusals = [
  'google_key_refused',
  'google_not_delegated',
  'google_mailbox_refused',
  'microsoft_secret_refused',
  'microsoft_application_unknown',
  'microsoft_mailbox_refused',
] as const
export type CredentialRefusal = (typeof credentialRefusals)[number]

const googleKeyRefused = defineError(422, 'google_key_refused', {
  description: 'Google takes no key of this service account, or not for this address',
  sentence: () =>
    'Google refuses the key. Make a new one for the service account, and check that the address has a mailbox in Google Workspace.',
  fields: () => ['key_file'],
})

const googleNotDelegated = defineError(422, 'google_not_delegated', {
  description: 'The service account has no domain-wide delegation',
  sentence: () =>
    'Google does not let this service account open mailboxes. In the Admin console, under Domain-wide delegation, add its client ID with the scope https://mail.google.com/.',
  fields: () => ['key_file'],
})

const googleMailboxRefused = defineError(422, 'google_mailbox_refused', {
  description: 'Google gave a token, and its mail server does not take it for the mailbox',
  sentence: () =>
    'Google takes the key, but does not open the mailbox. Check in the Admin console that Gmail and IMAP are switched on for its user.',
})

const microsoftSecretRefused = defineError(422, 'microsoft_secret_refused', {
  description: 'Microsoft does not take the client secret',
  sentence: () =>
    'Microsoft refuses the client secret. Make a new one in Entra, and enter its value, not its ID.',
  fields: () => ['client_secret'],
})

const microsoftApplicationUnknown = defineError(422, 'microsoft_application_unknown', {
  description: 'Microsoft gives this application no token in this tenant',
  sentence: () =>
    'Microsoft does not know this application in this tenant. Compare both IDs with the overview of the app registration in Entra.',
  fields: () => ['tenant', 'client_id'],
})

const microsoftMailboxRefused = defineError(422, 'microsoft_mailbox_refused', {
  description: 'Microsoft gave a token, and its mail server does not take it for the mailbox',
  sentence: () =>
    'Microsoft takes the application, but does not open the mailbox. Check the permission IMAP.AccessAsApp with its consent, and in Exchange the service principal and its access to the mailbox.',
})

export const providerErrors = [
  googleKeyRefused,
  googleNotDelegated,
  googleMailboxRefused,
  microsoftSecretRefused,
  microsoftApplicationUnknown,
  microsoftMailboxRefused,
]

export const notAKeyFile = defineError(422, 'not_a_key_file', {
  description: 'It is not the JSON key file of a service account with an RSA key',
  sentence: () =>
    'This is not the key file of a service account. In the Google Cloud console, add a key of the type JSON to it, and choose the file that is downloaded then.',
  fields: () => ['key_file'],
})

export const providerUnreachable = defineError(422, 'provider_unreachable', {
  description: 'Google or Microsoft does not answer',
  params: object({ host: v.string() }),
  example: { host: 'oauth2.googleapis.com' },
  sentence: ({ host }) => `${host} does not answer. Try again in a few minutes.`,
})
