import * as v from 'valibot'
import {
  canonicalBy,
  count,
  falseIfMissing,
  filledLine,
  givenLine,
  object,
  rows,
  storable,
  text,
} from '../core/basic.ts'
import { canonicalDomain } from '../core/domain.ts'
import { foreignAddress } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { productName } from '../core/product.ts'
import { tooManyRequests } from '../support-requests/support-request.ts'
import { mailboxProblems, mailServer } from './mailbox.ts'
import {
  mailboxCertificate,
  mailboxesNotOffered,
  mailboxNotAllowed,
  mailboxNotImap,
  mailboxUnreachable,
  mailboxWithoutTls,
  serverInput,
} from './own-mailbox.ts'
import {
  credentialRefusals,
  notAKeyFile,
  providerErrors,
  providerUnreachable,
} from './provider-refusals.ts'

/* One login that opens the mailboxes of all users of an organization, at its mail server or a provider. */

const access = 'manage:own-organization'

/** `refused`: the server refused it three times; it is not tried again until an organization admin says so. */
export const credentialStates = ['active', 'refused'] as const
export type CredentialState = (typeof credentialStates)[number]

/** Proxy authorization at a mail server, a service account of Google, or an application at Microsoft. */
export const credentialKinds = ['proxy', 'google', 'microsoft'] as const
export type CredentialKind = (typeof credentialKinds)[number]

const kind = field(
  v.fallback(v.picklist(credentialKinds), 'proxy'),
  'How it opens mailboxes: by proxy authorization at a mail server, as a service account of Google with domain-wide delegation, or as an application at Microsoft.',
  'proxy',
)

export const foreignMember = defineError(422, 'foreign_member', {
  description:
    'The address is not that of an active user of the organization, or outside its approved domains',
  params: object({ address: v.string() }),
  example: { address: 'rania@elsewhere.example' },
  sentence: ({ address }) =>
    `${address} is not the address of an active user in an approved domain of your organization`,
  fields: () => ['address'],
})

export const mailboxNameUnknown = defineError(422, 'mailbox_name_unknown', {
  description: 'The name is neither the address nor its part before the @',
  sentence: () =>
    'The mail server must know each mailbox by its address or by the part before the @',
  fields: () => ['username'],
})

const server = object({ host: v.string() })
const example = { host: 'imap.clinic.example' }

export const credentialRefused = defineError(422, 'credential_refused', {
  description: 'The mail server refuses the login, or does not let it open the mailbox',
  params: server,
  example,
  sentence: ({ host }) =>
    `${host} refuses this login or password, or does not let it open that mailbox`,
  fields: () => ['password'],
})

export const mailboxWithoutProxy = defineError(422, 'mailbox_without_proxy', {
  description: 'The mail server takes the login and password, but opens no other mailbox with them',
  params: server,
  example,
  sentence: ({ host }) =>
    `${host} takes this login and password, but does not open other mailboxes with them`,
  fields: () => ['login'],
})

export const noMailboxCredential = defineError(404, 'no_mailbox_credential', {
  description: 'The organization has no credential for its mailboxes',
  sentence: () => `${productName} has no login for the mailboxes of your organization`,
})

const address = field(
  foreignAddress,
  'The address of an active user of the organization, in an approved domain.',
  'rania@clinic.example',
)

const { host, port, security } = mailServer

/** Nothing shows the password. */
export const showMailboxCredentialEndpoint = defineEndpoint(
  'GET /organization/mailbox-credential',
  {
    summary: 'The credential for all mailboxes of the own organization',
    access,
    output: object({
      is_offered: field(
        falseIfMissing,
        'Whether this server can watch mailboxes: it has a key for secrets.',
      ),
      credential: field(
        v.nullish(
          object({
            ...{ kind, host, port, security },
            login: field(
              text,
              'The name that it signs in with: of an administrator, a service account or an application.',
              'aman',
            ),
            state: field(
              v.fallback(v.picklist(credentialStates), 'active'),
              'Whether it is used; `refused` after three refusals, which pause all its mailboxes.',
            ),
            refusal: field(
              v.nullish(v.fallback(v.nullable(v.picklist(credentialRefusals)), null), null),
              'Why a provider refused it the last time; null for no refusal, and for a mail server.',
              null,
            ),
            kept_at: field(text, 'When it was last entered.', shown.time),
          }),
          null,
        ),
        'The credential; null without one.',
      ),
      watched: field(count, 'The mailboxes that were opened with it.', 38),
      waiting: field(count, 'Those that are still to be opened.', 2),
      own: field(count, 'The users who connected their mailboxes themselves; they stay.', 3),
      elsewhere: field(count, 'The users without an address that it is for.', 1),
      failing_count: field(count, 'Its mailboxes that cannot be opened.', 1),
      failing: rows('The first 50 of them, by address.', {
        full_name: field(text, 'The name of the user.', 'Rania Khoury'),
        address: field(text, 'The address.', 'rania@clinic.example'),
        problem: field(v.fallback(v.picklist(mailboxProblems), 'unreachable'), 'Why.', 'unknown'),
        is_over: field(falseIfMissing, 'Whether it is not tried again by itself.'),
      }),
    }),
  },
)

export const findCredentialServerEndpoint = defineEndpoint(
  'POST /organization/mailbox-credential/server',
  {
    summary: 'Find the mail server of a user of the own organization',
    access,
    input: v.strictObject({ address }),
    output: object({
      is_found: field(v.boolean(), 'False where the server is only guessed.'),
      kind,
      ...serverInput,
    }),
    errors: [mailboxesNotOffered, foreignMember],
    timeoutMs: 30_000,
  },
)

const secret = v.pipe(v.string(), v.maxCodePoints(limits.clientSecret), v.minLength(1), storable)

/** The mailboxes that an earlier credential opened stay, and are opened with this one. */
export const keepMailboxCredentialEndpoint = defineEndpoint(
  'POST /organization/mailbox-credential',
  {
    summary: 'Watch all mailboxes of the own organization by one credential',
    description:
      'Opens one mailbox first: at a mail server by proxy authorization (SASL PLAIN with the name of the mailbox as the authorization identity), at Google and Microsoft with a token. Then the mailboxes of all active users without one follow. The secret is kept encrypted, and never answered with.',
    access,
    input: v.union([
      v.strictObject({
        address,
        ...serverInput,
        login: field(
          filledLine(limits.email),
          'The name of an administrator there, who may open other mailboxes.',
          'aman',
        ),
        password: field(secret, 'The password of that administrator.', 'abcd efgh ijkl mnop'),
      }),
      v.strictObject({
        address,
        key_file: field(
          v.pipe(v.string(), v.maxCodePoints(limits.keyFile), v.minLength(1), storable),
          'At Google, the JSON key file of a service account with domain-wide delegation.',
          '{ "type": "service_account", "client_email": "aman@clinic.iam.gserviceaccount.com" }',
        ),
      }),
      v.strictObject({
        address,
        tenant: field(
          v.pipe(
            v.string(),
            v.maxCodePoints(limits.email),
            canonicalBy(canonicalDomain, 'invalid'),
          ),
          'At Microsoft, the ID of the tenant, or one of its domains.',
          '7d0c1f0e-5a3b-4c55-9d2a-0f6c1b2a3d4e',
        ),
        client_id: field(
          v.pipe(givenLine(limits.clientId), v.check(isGuid, 'invalid' satisfies FieldCode)),
          'The ID of the application, which has the permission IMAP.AccessAsApp.',
          '1b2a3d4e-0f6c-4c55-9d2a-7d0c1f0e5a3b',
        ),
        client_secret: field(secret, 'The value of its client secret.', 'Q~abcdefgh'),
      }),
    ]),
    errors: [
      mailboxesNotOffered,
      foreignMember,
      mailboxNameUnknown,
      credentialRefused,
      mailboxWithoutProxy,
      mailboxUnreachable,
      mailboxNotAllowed,
      mailboxWithoutTls,
      mailboxCertificate,
      mailboxNotImap,
      notAKeyFile,
      ...providerErrors,
      providerUnreachable,
      tooManyRequests,
    ],
    timeoutMs: 60_000,
  },
)

function isGuid(given: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given)
}

export const retryMailboxCredentialEndpoint = defineEndpoint(
  'POST /organization/mailbox-credential/retry',
  {
    summary: 'Try again to open mailboxes of the own organization',
    description: 'Those that could not be opened, also after refusals of the credential.',
    access,
    errors: [noMailboxCredential, tooManyRequests],
  },
)

export const removeMailboxCredentialEndpoint = defineEndpoint(
  'DELETE /organization/mailbox-credential',
  {
    summary: 'Remove the credential for all mailboxes of the own organization',
    description:
      'Its mailboxes are disconnected, and it and all that is known of their mail are erased at once.',
    access,
    errors: [noMailboxCredential],
  },
)
