import * as v from 'valibot'
import {
  canonicalBy,
  falseIfMissing,
  filledLine,
  givenId,
  object,
  storable,
} from '../core/basic.ts'
import { canonicalDomain } from '../core/domain.ts'
import { foreignAddress } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { productName } from '../core/product.ts'
import { tooManyRequests } from '../support-requests/support-request.ts'
import { mailboxActions, mailboxSecurities, shownMailbox } from './mailbox.ts'

export const mailboxesNotOffered = defineError(409, 'mailboxes_not_offered', {
  description: 'The server has no key that encrypts secrets',
  sentence: () => 'This server cannot watch mailboxes: it has no key for secrets',
})

export const mailboxNeedsOrganization = defineError(409, 'mailbox_needs_organization', {
  description: 'The user belongs to no organization',
  sentence: () => 'Only users of an organization can have their mailbox watched',
})

export const foreignMailbox = defineError(422, 'foreign_mailbox', {
  description: "The address is not one of the user's own",
  params: object({ address: v.string() }),
  example: { address: 'rania@elsewhere.example' },
  sentence: ({ address }) =>
    `${address} is not one of your addresses in ${productName}. Ask your administrator to add it.`,
  fields: () => ['address'],
})

export const mailboxPasswordRefused = defineError(422, 'mailbox_password_refused', {
  description: 'The mail server refuses the name or the password',
  params: object({ host: v.string() }),
  example: { host: 'imap.clinic.example' },
  sentence: ({ host }) =>
    `${host} refuses the user name or the password. Many providers want an app password, which you make in their settings.`,
  fields: () => ['password'],
})

const host = object({ host: v.string() })
const example = { host: 'imap.clinic.example' }
const fields = () => ['host']

export const mailboxUnreachable = defineError(422, 'mailbox_unreachable', {
  description: 'The mail server does not answer, or not in time',
  params: host,
  example,
  sentence: ({ host }) => `${host} does not answer. Check the name of the server and the port.`,
  fields,
})

export const mailboxNotAllowed = defineError(422, 'mailbox_not_allowed', {
  description: 'The mail server is in a private network that the operator has not allowed',
  params: host,
  example,
  sentence: ({ host }) => `${host} is in a private network, which this server may not call`,
  fields,
})

export const mailboxWithoutTls = defineError(422, 'mailbox_without_tls', {
  description: 'The mail server offers no encryption',
  params: host,
  example,
  sentence: ({ host }) => `${host} offers no encrypted connection, so the password was not sent`,
  fields,
})

export const mailboxCertificate = defineError(422, 'mailbox_certificate', {
  description: 'The certificate of the mail server is not valid for its name',
  params: host,
  example,
  sentence: ({ host }) =>
    `The certificate of ${host} is not valid, so the password was not sent. Tell the provider.`,
  fields,
})

export const mailboxNotImap = defineError(422, 'mailbox_not_imap', {
  description: 'The server does not speak IMAP as it should',
  params: host,
  example,
  sentence: ({ host }) => `${host} does not answer as an IMAP server`,
  fields,
})

export const noMailbox = defineError(404, 'no_mailbox', {
  description: 'The user has no watched mailbox',
  sentence: () => `You have no mailbox that ${productName} watches`,
})

export const mailboxOfOrganization = defineError(409, 'mailbox_of_organization', {
  description: 'The organization watches the mailbox by its own credential',
  sentence: () => 'Your organization protects this mailbox. Ask your administrator to end that.',
})

export const unknownMovedMail = defineError(404, 'unknown_moved_mail', {
  description: "The mail is not in Aman's folder",
  sentence: () => `This mail is no longer in ${productName}'s folder`,
})

export const address = field(
  foreignAddress,
  "One of the user's own addresses.",
  'rania@clinic.example',
)

export const serverInput = {
  host: field(
    v.pipe(v.string(), v.maxCodePoints(limits.email), canonicalBy(canonicalDomain, 'not_a_domain')),
    'The name of the IMAP server.',
    'imap.clinic.example',
  ),
  port: field(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)), 'Its port.', 993),
  security: field(
    v.picklist(mailboxSecurities),
    'TLS from the first byte, or after STARTTLS. A connection without TLS is not possible.',
    'tls',
  ),
  username: field(
    filledLine(limits.email),
    'The name that the server knows the mailbox by.',
    'rania@clinic.example',
  ),
}

export const showMailboxEndpoint = defineEndpoint('GET /account/mailbox', {
  summary: 'The mailbox that Aman watches for the user',
  access: 'signed-in',
  takesLocale: true,
  output: object({
    is_offered: field(
      falseIfMissing,
      'Whether this server can watch the mailbox of the user: it has a key for secrets, and the user an organization.',
    ),
    addresses: field(v.nullish(v.array(v.string()), []), 'The addresses that it may have.', [
      'rania@clinic.example',
    ]),
    mailbox: field(v.nullish(shownMailbox, null), 'The mailbox; null without one.'),
  }),
})

export const knowsSenders = field(
  v.optional(v.boolean(), false),
  'Whether the senders of the last 90 days in the inbox become known to the judge of the organization.',
  false,
)

/** A provider may want something else than the usual password. */
export const providerNeeds = ['password', 'app-password', 'sign-in', 'unsupported'] as const

export const findMailServerEndpoint = defineEndpoint('POST /account/mailbox/server', {
  summary: 'Find the mail server of an address',
  description:
    'By a table of known providers, the SRV records of the domain (RFC 6186), its autoconfig file and its MX records.',
  access: 'signed-in',
  input: v.strictObject({ address }),
  output: object({
    is_found: field(v.boolean(), 'False where the server is only guessed.'),
    provider: field(v.string(), 'The name of a known provider; empty for another one.', 'Gmail'),
    needs: field(
      v.fallback(v.picklist(providerNeeds), 'password'),
      'What the provider wants: the password of the mailbox, an app password, a sign-in on its own page, or one that needs an application which the operator has not registered.',
      'app-password',
    ),
    help: field(
      v.nullable(v.string()),
      'A page of the provider where the app password is made; null if none is known.',
      'https://myaccount.google.com/apppasswords',
    ),
    ...serverInput,
  }),
  errors: [mailboxesNotOffered, mailboxNeedsOrganization, foreignMailbox],
  timeoutMs: 30_000,
})

export const connectErrors = [
  mailboxesNotOffered,
  mailboxNeedsOrganization,
  foreignMailbox,
  mailboxPasswordRefused,
  mailboxUnreachable,
  mailboxNotAllowed,
  mailboxWithoutTls,
  mailboxCertificate,
  mailboxNotImap,
  tooManyRequests,
] as const

/** Signs in at the server before anything is kept. A mailbox that is watched already is replaced. */
export const connectMailboxEndpoint = defineEndpoint('POST /account/mailbox', {
  summary: 'Watch a mailbox',
  description: 'Signs in first. The password is kept encrypted, and never answered with.',
  access: 'signed-in',
  input: v.strictObject({
    address,
    ...serverInput,
    password: field(
      v.pipe(v.string(), v.maxCodePoints(limits.clientSecret), v.minLength(1), storable),
      'The app password, or the password where the provider has no app passwords.',
      'abcd efgh ijkl mnop',
    ),
    knows_senders: knowsSenders,
  }),
  errors: connectErrors,
  timeoutMs: 60_000,
})

export const changeMailboxEndpoint = defineEndpoint('POST /account/mailbox/settings', {
  summary: 'Change what happens to dangerous mail, stop or go on',
  access: 'signed-in',
  input: v.strictObject({
    action: field(
      v.picklist(mailboxActions),
      'Only show it in Aman, mark it in the inbox, or move it to a folder of its own.',
      'move',
    ),
    moves_last_day: field(
      v.optional(v.boolean()),
      'Whether a new red flag also moves mail of the last day; unchanged if left out.',
      true,
    ),
    is_active: field(
      v.boolean(),
      'False stops the watch; true goes on, also after refusals of the password.',
    ),
  }),
  errors: [noMailbox, mailboxOfOrganization],
})

export const disconnectMailboxEndpoint = defineEndpoint('DELETE /account/mailbox', {
  summary: 'Disconnect the mailbox',
  description: 'Its password and all that is known of its mail are erased at once.',
  access: 'signed-in',
  errors: [noMailbox, mailboxOfOrganization],
})

export const moveBackEndpoint = defineEndpoint('POST /account/mailbox/mails/:id/move-back', {
  summary: "Move a mail back from Aman's folder",
  description:
    'Within seconds it is in the inbox again. It counts as honest, and is never moved again.',
  access: 'signed-in',
  input: v.strictObject({ id: field(givenId, 'The id of the mail.', shown.message) }),
  errors: [noMailbox, unknownMovedMail],
})
