type Level = 'info' | 'warning' | 'error'
type Details = Readonly<Record<string, string | number | boolean>>

/** Writes one structured line per event. Details never hold secrets, bodies or mail addresses. */
export type Log = (level: Level, event: string, details?: Details) => void

/** Writes JSON lines for log collectors. */
export function createLog(write: (line: string) => void): Log {
  return (level, event, details = {}) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...details })}\n`)
  }
}

/** All details of a failure, for the log only. */
export function wordsForLog(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}
