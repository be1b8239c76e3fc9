import { parseTime } from '../../contract/core/time.ts'
import { scan as scanSchema } from '../../contract/emails/report-scans.ts'
import { minuteMs } from '../core/clock.ts'
import { HttpError, invalidField } from '../core/http-error.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Scan } from './verdict.ts'

/** Gateways' clocks may be slightly ahead. */
const aheadMs = 5 * minuteMs

/** @returns an error for a time at which mail cannot have been received */
export function timeFault(reported: ReportedScan, now: Date): HttpError | undefined {
  const time = receivedAt(reported.scan, now).getTime()
  const field = fieldOf(reported, 'received_at')
  if (time > now.getTime() + aheadMs) return invalidField(field, 'in_future', {})
  if (time < 0) return invalidField(field, 'before_mail', {})
  return undefined
}

/** Defaults to the time of the report. */
export function receivedAt({ received_at: text }: Scan, now: Date): Date {
  return (text === undefined ? undefined : parseTime(text)) ?? now
}

/** A scan and its position in the report. */
export interface ReportedScan {
  readonly scan: Scan
  readonly index: number
  /** The prefix of its error messages: `scans[3]` in a batch, empty for a single scan. */
  readonly place: string
}

export interface RefusedScan {
  readonly index: number
  readonly fault: HttpError
}

/** The parsed input of one call. */
export interface Report {
  readonly scans: readonly ReportedScan[]
  /** The scans that are not valid. */
  readonly refused: readonly RefusedScan[]
  readonly isBatch: boolean
  /** The content of the report, to compare it with another report. */
  readonly given: readonly unknown[]
}

/** A report from parsed scans. */
export function reportOf(scans: readonly Scan[]): Report {
  const isBatch = scans.length > 1
  return {
    scans: scans.map((scan, index) => ({ scan, index, place: isBatch ? placeOf(index) : '' })),
    refused: [],
    isBatch,
    given: scans,
  }
}

/** Parses each scan of a batch separately, so that an invalid one does not affect the others. */
export function readBatch(items: readonly unknown[]): Report {
  const scans: ReportedScan[] = []
  const refused: RefusedScan[] = []
  const given = items.map((item, index) => {
    const place = placeOf(index)
    try {
      const scan = parseInput(scanSchema, item, place)
      scans.push({ scan, index, place })
      return scan
    } catch (fault) {
      if (!(fault instanceof HttpError)) throw fault
      refused.push({ index, fault })
      return item
    }
  })
  return { scans, refused, isBatch: true, given }
}

/** The name of a scan's field in error messages. */
export function fieldOf({ place }: ReportedScan, name: keyof Scan): string {
  return place === '' ? name : `${place}.${name}`
}

function placeOf(index: number): string {
  return `scans[${index}]`
}
