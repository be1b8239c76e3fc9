import type { Scan } from '../../contract/endpoints/scans.ts'
import { parseTime } from '../../contract/time.ts'
import { minuteMs } from '../core/clock.ts'
import { HttpError } from '../http/http-error.ts'
import { fieldOf, type ReportedScan } from './read-report.ts'

/** Clocks of gateways may run ahead a little. */
const aheadMs = 5 * minuteMs

/** @returns the refusal of a time at which no mail can have been received */
export function timeFault(reported: ReportedScan, now: Date): HttpError | undefined {
  const time = receivedAt(reported.scan, now).getTime()
  const field = fieldOf(reported, 'received_at')
  if (time > now.getTime() + aheadMs) return new HttpError(422, `${field}: is in the future`)
  if (time < 0) return new HttpError(422, `${field}: is before there was mail`)
  return undefined
}

/** The time of the report where none is said. */
export function receivedAt({ received_at: text }: Scan, now: Date): Date {
  return (text === undefined ? undefined : parseTime(text)) ?? now
}
