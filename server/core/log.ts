type Level = 'info' | 'warning' | 'error'
type Details = Readonly<Record<string, string | number | boolean>>

/** One structured line per event; details never hold secrets, bodies or addresses of mail. */
export type Log = (level: Level, event: string, details?: Details) => void

/** JSON lines, for whatever collects them. */
export function createLog(write: (line: string) => void): Log {
  return (level, event, details = {}) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...details })}\n`)
  }
}

/** Everything that is known of a failure, for the log alone. */
export function wordsForLog(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}
