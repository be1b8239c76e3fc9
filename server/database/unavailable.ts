/** SQLite's primary result codes for what passes: busy, locked, read-only disk, I/O error, full. */
const passing = new Set([5, 6, 8, 10, 13])

/** Whether the database cannot serve right now, though nothing is wrong with what was asked. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  return typeof error.errcode === 'number' && passing.has(error.errcode & 0xff)
}
