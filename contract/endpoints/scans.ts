import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { authentication } from '../fields/authentication.ts'
import { foreignLine, id, object } from '../fields/basic.ts'
import { dispositions } from '../fields/disposition.ts'
import { mailRecipient, mailSender } from '../fields/mail-address.ts'
import { threatLevels } from '../fields/threat-level.ts'
import { limits } from '../limits.ts'
import { parseTime } from '../time.ts'

export const scan = v.strictObject({
  recipient: mailRecipient,
  sender: mailSender,
  subject: v.optional(v.pipe(foreignLine, v.maxCodePoints(limits.mailSubject)), ''),
  threat_level: v.picklist(threatLevels),
  detection_reason: v.optional(v.pipe(foreignLine, v.maxCodePoints(limits.detectionReason)), ''),
  indicators: v.optional(
    v.pipe(
      v.array(v.pipe(foreignLine, v.minLength(1), v.maxCodePoints(limits.indicator))),
      v.maxLength(limits.indicators),
    ),
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
    v.pipe(
      foreignLine,
      v.minLength(1),
      v.maxCodePoints(limits.messageId),
      v.description('Stored only as an HMAC'),
    ),
  ),
  /** ISO 8601, in UTC if it has no zone; defaults to the time of the report. */
  received_at: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => parseTime(value) !== undefined, 'is not an ISO 8601 time'),
    ),
  ),
})
/** A gateway's verdict on one mail, with addresses in canonical form. */
export type Scan = v.InferOutput<typeof scan>

function batchOf<Item extends v.GenericSchema>(item: Item) {
  return v.strictObject({
    scans: v.pipe(v.array(item), v.minLength(1), v.maxLength(limits.scanBatch)),
  })
}

/** How the server parses a report: it validates each scan of a batch separately. */
export const scanReport = v.union([batchOf(v.unknown()), scan])

/**
 * POST /scans, an addition: a mail gateway reports its verdicts, on one mail or on up to 100. One mail
 * is accepted or rejected as in any call. A batch gets a result for each scan (A120): 200 if all were
 * accepted, 207 if some were, 422 if none was. A report with an `Idempotency-Key` may be repeated for
 * a day and counts once.
 */
export const scansEndpoint = defineEndpoint({
  method: 'POST',
  path: '/scans',
  access: 'gateway',
  bodyLimitBytes: limits.scanBatchBytes,
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
    refused: v.optional(
      v.pipe(
        v.array(object({ index: v.number(), detail: v.string() })),
        v.description('The rejected scans: their position in the report, from 0, and the reason'),
      ),
    ),
  }),
})
