import * as v from 'valibot'
import { filledList, foreignLine, givenList, givenText, id, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, errorAnswer, errorParams, rowProblem } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { mailRecipient, mailSender } from '../core/mail-address.ts'
import { parseTime } from '../core/time.ts'
import { authentication } from './authentication.ts'
import { dispositions } from './disposition.ts'
import { message } from './message-fields.ts'
import { threat } from './threat.ts'
import { threatLevels } from './threat-level.ts'

export const scan = v.strictObject({
  recipient: field(
    mailRecipient,
    'An address or an alias of a user of an organization that the key is for; `name+tag@` reaches the user `name@`, unless a user has the whole address.',
    'rania@clinic.example',
    'email',
  ),
  sender: field(
    mailSender,
    'The address of the sender; empty, or `<>`, for the null sender of bounces.',
    'alerts@lookalike.example',
  ),
  subject: field(
    v.optional(foreignLine(limits.mailSubject), ''),
    'The subject of the mail; not kept for malicious mail.',
    'Confirm your account',
  ),
  threat_level: field(v.picklist(threatLevels), 'The verdict on the mail.', 'malicious'),
  detection_reason: field(
    v.optional(foreignLine(limits.detectionReason), ''),
    threat.entries.detection_reason,
  ),
  indicators: field(
    v.optional(
      givenList(v.pipe(foreignLine(limits.indicator), v.minLength(1)), limits.indicators),
      [],
    ),
    'What was observed in the mail.',
    ['link', 'urgency'],
  ),
  authentication: field(v.optional(authentication), message.entries.authentication),
  disposition: field(
    v.optional(v.picklist(dispositions)),
    'What the mail gateway did with the mail. If omitted, malicious mail counts as kept out, other mail as delivered.',
    'quarantined',
  ),
  message_id: field(
    v.optional(v.pipe(foreignLine(limits.messageId), v.minLength(1))),
    'The Message-ID of the mail; stored only as an HMAC.',
    '<20250301093000.7@lookalike.example>',
  ),
  received_at: field(
    v.optional(
      v.pipe(
        givenText(limits.time),
        v.check((value) => parseTime(value) !== undefined, 'not_a_time' satisfies FieldCode),
      ),
    ),
    'When the mail was received, in UTC if it has no zone; now if omitted.',
    '2025-03-01T09:30:00Z',
  ),
})
/** A gateway's verdict on one mail, with addresses in canonical form. */
export type Scan = v.InferOutput<typeof scan>

function batchOf<Item extends v.GenericSchema>(item: Item) {
  return v.strictObject({
    scans: field(filledList(item, limits.scanBatch), 'The scans, up to 100.'),
  })
}

/** How the server parses a report: it validates each scan of a batch separately. */
export const scanReport = v.union([batchOf(v.unknown()), scan])

/** One scan of a batch that was not taken. */
export const refusedScan = object({
  index: field(v.number(), 'The position in the report, from 0.', 1),
  detail: field(
    v.string(),
    'Why the scan was rejected.',
    'scans[1].recipient: is not an email address',
  ),
  code: field(v.string(), 'The stable code of the reason.', 'invalid_input'),
  params: field(errorParams, 'What the code is about.', {}),
  fields: field(rowProblem.entries.fields, 'The fields that the reason is about.', [
    { field: 'scans[1].recipient', code: 'not_an_email', params: {} },
  ]),
})

const refused = field(
  v.optional(v.array(refusedScan)),
  'The rejected scans: their position in the report, from 0, and the reason with its code.',
)

export const unknownRecipient = defineError(404, 'unknown_recipient', {
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
  refused,
})

/** The answer's `refused` says of each scan why; the sentence has the first of them. */
export const scansRefused = defineError(422, 'scans_refused', {
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

export const keyReused = defineError(422, 'key_reused', {
  description: 'The idempotency key was used for another report',
  params: v.object({ header: v.string() }),
  example: { header: 'Idempotency-Key' },
  sentence: ({ header }) => `${header}: was used for another report already`,
})

export const reportScansEndpoint = defineEndpoint('POST /scans', {
  summary: 'Report scanned mail',
  description:
    'One mail, or up to 100, each answered with its verdict after flags. With an `Idempotency-Key` a report can be made again for a day and is counted once. With a key of the operator each mail counts for the organization of the user who has the address, if the key covers it; an address of no such user is an unknown recipient, and mail of a suspended organization is refused.',
  access: 'gateway',
  bodyLimitBytes: limits.scanBatchBytes,
  takesIdempotencyKey: true,
  input: v.union([batchOf(scan), scan]),
  output: object({
    success: field(v.literal(true), 'True; an error has false.'),
    scans: field(
      v.array(
        object({
          id: field(id, 'The id of the row.', shown.message),
          threat_level: field(
            v.picklist(threatLevels),
            'The verdict after the flags of the recipient',
            'malicious',
          ),
        }),
      ),
      'The accepted scans, in the order of the report.',
    ),
    refused,
  }),
  errors: [unknownRecipient, scansRefused, keyReused],
  done: 'All scans were accepted',
  doneInPart: 'Some scans of a batch were accepted; `refused` lists the others with the reason',
})
