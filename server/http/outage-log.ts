import { minuteMs, secondMs } from '../core/clock.ts'
import { wordsForLog } from '../core/log.ts'
import { wordsOfCause } from '../core/start-error.ts'
import type { Services } from './services.ts'

/** After so long without a failure the next one belongs to another outage. */
const outageMs = minuteMs

/**
 * Logs failures that an outage causes in every call: the first with its stack, then one line a second
 * at most, with how many failed since the line before.
 */
export function createOutageLog({ log, clock }: Pick<Services, 'log' | 'clock'>) {
  let failedAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  let failed = 0
  return (details: { readonly request: string; readonly call: string }, cause: unknown): void => {
    const now = clock().getTime()
    // The absolute value, because the clock may have been set back.
    const isNew = Math.abs(now - failedAt) >= outageMs
    failedAt = now
    failed += 1
    if (!isNew && Math.abs(now - loggedAt) < secondMs) return
    const error = isNew ? wordsForLog(cause) : wordsOfCause(cause)
    log('error', 'database unavailable', { ...details, failed, error })
    loggedAt = now
    failed = 0
  }
}
