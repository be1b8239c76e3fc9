import type { Scan } from '../../src/lib/contract/scans.ts'
import { parseTime } from '../../src/lib/contract/time.ts'
import { minuteMs } from '../clock.ts'
import { Refusal } from '../http/refusals.ts'

/** Clocks of gateways may run ahead a little. */
const aheadMs = 5 * minuteMs

/** @throws Refusal 422 for a time when no mail can have been received */
export function checkReceivedAt(scans: readonly Scan[], now: Date): void {
  for (const [position, scan] of scans.entries()) {
    const time = receivedAt(scan, now).getTime()
    const field = scans.length === 1 ? 'received_at' : `scans[${position}].received_at`
    if (time > now.getTime() + aheadMs) throw new Refusal(422, `${field}: is in the future`)
    if (time < 0) throw new Refusal(422, `${field}: is before there was mail`)
  }
}

/** The time of the report where none is said. */
export function receivedAt({ received_at: text }: Scan, now: Date): Date {
  return (text === undefined ? undefined : parseTime(text)) ?? now
}
