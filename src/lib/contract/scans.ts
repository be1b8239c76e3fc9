import * as v from 'valibot'
import { foreignAddress } from './email.ts'
import { defineEndpoint } from './endpoint.ts'
import { foreignLine, id } from './fields.ts'
import { limits } from './limits.ts'
import { threatLevels } from './threat-level.ts'
import { parseTime } from './time.ts'

const scan = v.strictObject({
  recipient: foreignAddress,
  sender: foreignAddress,
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

/**
 * POST /scans, an addition: a mail gateway reports what it judged, one mail or up to 100 at once,
 * all or none. 404 names the recipients that its organization does not have. A gateway that gives
 * its report an `Idempotency-Key` may make it again for a day: it is counted once.
 */
export const scansEndpoint = defineEndpoint({
  method: 'POST',
  path: '/scans',
  access: 'gateway',
  bodyLimitBytes: limits.scanBatchBytes,
  input: v.union([
    v.strictObject({
      scans: v.pipe(v.array(scan), v.minLength(1), v.maxLength(limits.scanBatch)),
    }),
    scan,
  ]),
  output: v.object({
    success: v.literal(true),
    /** In the order of the request; the level is the one after the recipient's flags. */
    scans: v.array(v.object({ id, threat_level: v.picklist(threatLevels) })),
  }),
})
