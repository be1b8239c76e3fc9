import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { organizationSuspended } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { mailRecipient } from '../core/mail-address.ts'
import { authentication } from '../emails/authentication.ts'
import { notAMail } from '../emails/check-mail.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

const values = v.record(v.string(), v.union([v.string(), v.number()]))

const reason = object({
  code: v.string(),
  speaks: v.picklist(['against', 'for']),
  text: v.string(),
  values,
})

/**
 * POST /analyses, an addition: a mail gateway or another program of the organization asks the judge about
 * a mail on its way. Nothing of the mail is kept or logged.
 */
export const analyseMailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/analyses',
  access: 'analysing-gateway',
  takesLocale: true,
  mediaType: 'message/rfc822',
  bodyLimitBytes: limits.analysedMailBytes,
  timeoutMs: 30_000,
  input: v.instance(Uint8Array<ArrayBuffer>),
  output: object({
    organization_id: v.string(),
    mode: v.picklist(['watch', 'mark']),
    threat_level: v.picklist(['safe', 'suspicious']),
    score: v.number(),
    reasons: v.array(reason),
    unread: v.array(v.string()),
    model: v.string(),
    milliseconds: v.number(),
  }),
})

/** Facts that a gateway adds in the query, because the bytes do not hold them. */
export const factsOfMail = v.object({
  organization_id: v.optional(givenId),
  recipient: v.optional(mailRecipient),
  ...authentication.entries,
})

export const unknownAnalysedRecipient = defineError({
  code: 'unknown_analysed_recipient',
  status: 422,
  description:
    'The recipient is not a user of the organization of the key, whether or not of another',
  params: noParams,
  sentence: () => 'The organization of this key has no such recipient',
})

export const judgeIsOff = defineError({
  code: 'judge_is_off',
  status: 409,
  description: 'The organization has switched the judge off',
  params: noParams,
  sentence: () => 'The judge is switched off for this organization',
})

export const judgeBusy = defineError({
  code: 'judge_busy',
  status: 503,
  description:
    'Many mails of this organization wait to be judged, of which the dearest is put off; try again in a moment',
  params: noParams,
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

export const analyseMailCall = describeCall(analyseMailEndpoint, {
  summary: 'Ask the judge about a mail',
  description:
    'The body is the mail as it was received, with all of its header lines, up to 25 MB; what comes after is not read. The judge calls a mail suspicious or safe, never malicious: that needs proof that a text does not hold. Nothing of the mail is stored or logged. The key needs the scope `analyse`. A key of the operator needs the `organization_id` in the query. The query may name a `recipient` who is a user of the organization, and what the gateway found out, as `spf`, `dkim` and `dmarc` with the results of RFC 8601.',
  tag: 'Gateways',
  fields: [
    {
      organization_id: 'The organization of the key, or the one that was asked about.',
      mode: '`watch`: only counts; the mail is to be treated as before. `mark`: what is suspicious is to be marked.',
      score: {
        description: 'From 0 to 1; of mails with 0.9, nine in ten are attacks.',
        example: 0.93,
      },
      reasons: 'What speaks against the mail and for it, the strongest first, at most six.',
      speaks: 'Whether the reason speaks against the mail or for it.',
      text: 'The reason in the language that was asked for.',
      values: { description: 'What the reason names.', example: { words: 'Confirm your account' } },
      unread: {
        description: 'What could not be read or checked, by code.',
        example: ['authentication'],
      },
      model: { description: 'The version of the model.', example: '50c7b792' },
      milliseconds: { description: 'How long the judge took, with its wait.', example: 7 },
    },
  ],
  examples: {
    input: new TextEncoder().encode(exampleMail),
    output: {
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      mode: 'mark',
      threat_level: 'suspicious',
      score: 0.93,
      reasons: [
        {
          code: 'asks_for_password',
          speaks: 'against',
          text: 'It is about signing in or confirming your data: “Confirm your account”',
          values: { words: 'Confirm your account' },
        },
      ],
      unread: ['authentication'],
      model: '50c7b792',
      milliseconds: 7,
    },
  },
  errors: [
    notAMail,
    unknownOrganization,
    organizationSuspended,
    unknownAnalysedRecipient,
    judgeIsOff,
    judgeBusy,
  ],
})
