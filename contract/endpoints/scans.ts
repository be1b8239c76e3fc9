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
      v.description('Without it malicious mail counts as kept out, other mail as delivered'),
    ),
  ),
  message_id: v.optional(
    v.pipe(
      foreignLine,
      v.minLength(1),
      v.maxCodePoints(limits.messageId),
      v.description('Kept as an HMAC only'),
    ),
  ),
  /** ISO 8601; without a zone it is UTC, without a time it is the time of the report. */
  received_at: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => parseTime(value) !== undefined, 'is not an ISO 8601 time'),
    ),
  ),
})
/** A gateway's verdict on one mail, addresses in their canonical form. */
export type Scan = v.InferOutput<typeof scan>

function batchOf<Item extends v.GenericSchema>(item: Item) {
  return v.strictObject({
    scans: v.pipe(v.array(item), v.minLength(1), v.maxLength(limits.scanBatch)),
  })
}

/** How the server reads a report: the scans of a batch one by one, so that a bad one stops no other. */
export const scanReport = v.union([batchOf(v.unknown()), scan])

/**
 * POST /scans, an addition: a mail gateway reports what it judged, one mail or up to 100 at once.
 * One mail is taken or refused as any call. A batch is answered scan by scan (A120): 200 when all
 * were taken, 207 when some were, 422 when none was. A gateway that gives its report an
 * `Idempotency-Key` may make it again for a day: it is counted once.
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
      v.description('The scans that were taken, in the order of the report'),
    ),
    refused: v.optional(
      v.pipe(
        v.array(object({ index: v.number(), detail: v.string() })),
        v.description('The scans that were not taken: their place in the report, from 0, and why'),
      ),
    ),
  }),
})
