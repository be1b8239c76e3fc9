import * as v from 'valibot'
import { filledList, foreignLine, givenList, givenText, id, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, errorAnswer, rowProblem } from '../core/errors.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { mailRecipient, mailSender } from '../core/mail-address.ts'
import { parseTime } from '../core/time.ts'
import { authentication } from './authentication.ts'
import { dispositions } from './disposition.ts'
import { threatLevels } from './threat-level.ts'

export const scan = v.strictObject({
  recipient: mailRecipient,
  sender: mailSender,
  subject: v.optional(foreignLine(limits.mailSubject), ''),
  threat_level: v.picklist(threatLevels),
  detection_reason: v.optional(foreignLine(limits.detectionReason), ''),
  indicators: v.optional(
    givenList(v.pipe(foreignLine(limits.indicator), v.minLength(1)), limits.indicators),
    [],
  ),
  authentication: v.optional(authentication),
  disposition: v.optional(
    v.pipe(
      v.picklist(dispositions),
      v.description('If omitted, malicious mail counts as kept out, other mail as delivered'),
    ),
  ),
  message_id: v.optional(
    v.pipe(foreignLine(limits.messageId), v.minLength(1), v.description('Stored only as an HMAC')),
  ),
  /** ISO 8601, in UTC if it has no zone; defaults to the time of the report. */
  received_at: v.optional(
    v.pipe(
      givenText(limits.time),
      v.check((value) => parseTime(value) !== undefined, 'not_a_time' satisfies FieldCode),
    ),
  ),
})
/** A gateway's verdict on one mail, with addresses in canonical form. */
export type Scan = v.InferOutput<typeof scan>

function batchOf<Item extends v.GenericSchema>(item: Item) {
  return v.strictObject({
    scans: filledList(item, limits.scanBatch),
  })
}

/** How the server parses a report: it validates each scan of a batch separately. */
export const scanReport = v.union([batchOf(v.unknown()), scan])

/** One scan of a batch that was not taken. */
export const refusedScan = object({ index: v.number(), ...rowProblem.entries })

const refusedScans = v.pipe(
  v.array(refusedScan),
  v.description(
    'The rejected scans: their position in the report, from 0, and the reason with its code',
  ),
)

/**
 * POST /scans, an addition: a mail gateway reports its verdicts, on one mail or on up to 100. One mail
 * is accepted or rejected as in any call. A batch gets a result for each scan: 200 if all were
 * accepted, 207 if some were, 422 if none was. A report with an `Idempotency-Key` may be repeated for
 * a day and counts once.
 */
export const reportScansEndpoint = defineEndpoint({
  method: 'POST',
  path: '/scans',
  access: 'gateway',
  bodyLimitBytes: limits.scanBatchBytes,
  takesIdempotencyKey: true,
  input: v.union([batchOf(scan), scan]),
  output: object({
    success: v.literal(true),
    scans: v.pipe(
      v.array(
        object({
          id,
          threat_level: v.pipe(
            v.picklist(threatLevels),
            v.description('The verdict after the flags of the recipient'),
          ),
        }),
      ),
      v.description('The accepted scans, in the order of the report'),
    ),
    refused: v.optional(refusedScans),
  }),
})

export const unknownRecipient = defineError({
  code: 'unknown_recipient',
  status: 404,
  description: 'No organization of the key has such a recipient (a single scan)',
  params: v.object({ field: v.string(), recipient: v.string() }),
  example: { field: 'recipient', recipient: 'omar@clinic.example' },
  sentence: ({ field, recipient }) =>
    `${field}: no user of this organization has the address ${recipient}`,
  fields: ({ field }) => [field],
})

/** The body of every 422 of this call; only `scansRefused` has `refused`. */
export const scansErrorAnswer = object({
  ...errorAnswer.entries,
  refused: v.optional(refusedScans),
})

/** The answer's `refused` says of each scan why; the sentence has the first of them. */
export const scansRefused = defineError({
  code: 'scans_refused',
  status: 422,
  description: 'No scan of the batch was accepted; `refused` lists the reasons',
  params: v.object({ named: v.array(v.string()), more: v.number() }),
  example: { named: ['scans[0].recipient: is not an email address'], more: 0 },
  sentence: ({ named, more }) => [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; '),
  body: {
    schema: scansErrorAnswer,
    example: {
      refused: [
        {
          index: 0,
          detail: 'scans[0].recipient: is not an email address',
          code: 'invalid_input',
          params: {},
          fields: [{ field: 'scans[0].recipient', code: 'not_an_email', params: {} }],
        },
      ],
    },
  },
})

export const keyReused = defineError({
  code: 'key_reused',
  status: 422,
  description: 'The idempotency key was used for another report',
  params: v.object({ header: v.string() }),
  example: { header: 'Idempotency-Key' },
  sentence: ({ header }) => `${header}: was used for another report already`,
})

export const reportScansCall = describeCall(reportScansEndpoint, {
  summary: 'Report scanned mail',
  description:
    'One mail, or up to 100, each answered with its verdict after flags. With an `Idempotency-Key` a report can be made again for a day and is counted once. With a key of the operator each mail counts for the organization of the user who has the address, if the key covers it; an address of no such user is an unknown recipient, and mail of a suspended organization is refused.',
  tag: 'Gateways',
  fields: [
    {
      recipient: {
        description: 'The address of a user of an organization that the key is for.',
        format: 'email',
      },
      sender: 'The address of the sender.',
      subject: 'The subject of the mail; not kept for malicious mail.',
      authentication: 'What the receiving server found out about the origin (RFC 8601).',
      spf: 'The result of SPF.',
      dkim: 'The result of DKIM.',
      dmarc: 'The result of DMARC.',
      message_id: 'The Message-ID of the mail.',
      received_at: {
        description: 'When the mail was received, in UTC if it has no zone; now if omitted.',
        format: 'date-time',
      },
      scans: {
        description: 'The scans, up to 100.',
        example: [
          { recipient: 'rania@clinic.example', sender: 'a@b.example', threat_level: 'safe' },
        ],
      },
      refused: {
        description: 'The rejected scans.',
        example: [
          {
            index: 1,
            detail: 'scans[1].recipient: is not an email address',
            code: 'invalid_input',
            params: {},
            fields: [{ field: 'scans[1].recipient', code: 'not_an_email', params: {} }],
          },
        ],
      },
      index: { description: 'The position in the report, from 0.', example: 1 },
      detail: {
        description: 'Why the scan was rejected.',
        example: 'scans[1].recipient: is not an email address',
      },
      code: { description: 'The stable code of the reason.', example: 'invalid_input' },
      params: { description: 'What the code is about.', example: {} },
      fields: {
        description: 'The fields that the reason is about.',
        example: [{ field: 'scans[1].recipient', code: 'not_an_email', params: {} }],
      },
    },
  ],
  examples: {
    input: {
      recipient: 'rania@clinic.example',
      sender: 'alerts@lookalike.example',
      subject: 'Confirm your account',
      threat_level: 'malicious',
      detection_reason: 'The link leads elsewhere.',
      indicators: ['link', 'urgency'],
      authentication: { spf: 'fail', dkim: 'none', dmarc: 'fail' },
      disposition: 'quarantined',
      message_id: '<20250301093000.7@lookalike.example>',
      received_at: '2025-03-01T09:30:00Z',
    },
    output: {
      success: true,
      scans: [{ id: '0198a3c2-8e77-7f20-b6a1-d05c3b9e7a42', threat_level: 'malicious' }],
    },
  },
  errors: [unknownRecipient, scansRefused, keyReused],
  done: 'All scans were accepted',
  doneInPart: 'Some scans of a batch were accepted; `refused` lists the others with the reason',
})
