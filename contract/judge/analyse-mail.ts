import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { organizationSuspended } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { mailRecipient } from '../core/mail-address.ts'
import { authentication } from '../emails/authentication.ts'
import { notAMail } from '../emails/check-mail.ts'
import { threat } from '../emails/threat.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

const values = v.record(v.string(), v.union([v.string(), v.number()]))

const reason = object({
  code: field(v.string(), 'The stable code of the error.', 'asks_for_password'),
  speaks: field(
    v.picklist(['against', 'for']),
    'Whether the reason speaks against the mail or for it.',
  ),
  text: field(
    v.string(),
    'The reason in the language that was asked for.',
    'It is about signing in or confirming your data: “Confirm your account”',
  ),
  values: field(values, 'What the reason names.', { words: 'Confirm your account' }),
})

/** Facts that a gateway adds in the query, because the bytes do not hold them. */
export const factsOfMail = v.object({
  organization_id: v.optional(givenId),
  recipient: v.optional(mailRecipient),
  ...authentication.entries,
})

export const unknownAnalysedRecipient = defineError(422, 'unknown_analysed_recipient', {
  description:
    'The recipient is not a user of the organization of the key, whether or not of another',
  sentence: () => 'The organization of this key has no such recipient',
})

export const judgeIsOff = defineError(409, 'judge_is_off', {
  description: 'The organization has switched the judge off',
  sentence: () => 'The judge is switched off for this organization',
})

export const judgeBusy = defineError(503, 'judge_busy', {
  description:
    'Many mails of this organization wait to be judged, of which the dearest is put off; try again in a moment',
  sentence: () => 'Many emails are being judged. Try again in a moment.',
})

const exampleMail = [
  'From: Payments <alerts@lookalike.example>',
  'To: rania@clinic.example',
  'Subject: Confirm your account',
  '',
  'Sign in at https://lookalike.example within the hour.',
  '',
].join('\r\n')

/**
 * A mail gateway or another program of the organization asks the judge about a mail on its way.
 * No text of the mail is kept or logged.
 */
export const analyseMailEndpoint = defineEndpoint('POST /analyses', {
  summary: 'Ask the judge about a mail',
  description:
    'The body is the mail as it was received, with all of its header lines, up to 25 MB; what comes after is not read. The judge calls a mail suspicious or safe, never malicious: that needs proof that a text does not hold. No text of the mail is stored or logged. Where the organization learns, hashed numbers of it are kept encrypted until the mail is reported, for ten minutes at most. The key needs the scope `analyse`. A key of the operator needs the `organization_id` in the query. The query may name a `recipient` who is a user of the organization, and what the gateway found out, as `spf`, `dkim` and `dmarc` with the results of RFC 8601.',
  access: 'analysing-gateway',
  takesLocale: true,
  mediaType: 'message/rfc822',
  bodyLimitBytes: limits.analysedMailBytes,
  timeoutMs: 30_000,
  input: v.instance(Uint8Array<ArrayBuffer>),
  output: object({
    organization_id: field(
      v.string(),
      'The organization of the key, or the one that was asked about.',
      shown.organization,
    ),
    mode: field(
      v.picklist(['watch', 'mark']),
      '`watch`: only counts; the mail is to be treated as before. `mark`: what is suspicious is to be marked.',
      'mark',
    ),
    threat_level: field(
      v.picklist(['safe', 'suspicious']),
      threat.entries.threat_level,
      'suspicious',
    ),
    score: field(v.number(), 'From 0 to 1; of mails with 0.9, nine in ten are attacks.', 0.93),
    reasons: field(
      v.array(reason),
      'What speaks against the mail and for it, the strongest first, at most six.',
    ),
    unread: field(v.array(v.string()), 'What could not be read or checked, by code.', [
      'authentication',
    ]),
    model: field(v.string(), 'The version of the model.', '50c7b792'),
    milliseconds: field(v.number(), 'How long the judge took, with its wait.', 7),
  }),
  errors: [
    notAMail,
    unknownOrganization,
    organizationSuspended,
    unknownAnalysedRecipient,
    judgeIsOff,
    judgeBusy,
  ],
  examples: { input: new TextEncoder().encode(exampleMail) },
})
