import { parseTime } from '../../contract/core/time.ts'
import { minuteMs } from '../core/clock.ts'
import { type HttpError, invalidField } from '../core/http-error.ts'
import { fieldOf, type ReportedScan } from './read-report.ts'
import type { Scan } from './scan.ts'

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
