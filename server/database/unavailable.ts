import { wordsOfCause } from '../core/start-error.ts'

/** SQLite's primary result codes for what passes: busy, locked, read-only disk, I/O error, full. */
const passing = new Set([5, 6, 8, 10, 13])

/**
 * PostgreSQL's: connection lost, resources used up (a full disk among them), stopped by its operator,
 * I/O error, a lock that was not free in time, a deadlock, and a standby that takes no writes.
 */
const passingStates = /^(?:08|53|57|58|40001|40P01|55P03|25006)/

/** The database server could not be reached, or the connection to it broke. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'

  constructor(cause: unknown) {
    super(wordsOfCause(cause), { cause })
  }
}

/** Whether the database cannot serve right now, though nothing is wrong with what was asked. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ConnectionError) return true
  if ('errcode' in error) {
    return typeof error.errcode === 'number' && passing.has(error.errcode & 0xff)
  }
  return 'code' in error && typeof error.code === 'string' && passingStates.test(error.code)
}
