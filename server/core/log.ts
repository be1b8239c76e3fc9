import { currentRequestId } from './current-request.ts'

type Level = 'info' | 'warning' | 'error'
type Details = Readonly<Record<string, string | number | boolean>>

/** Writes one structured line per event. Details never hold secrets, bodies or mail addresses. */
export type Log = (level: Level, event: string, details?: Details) => void

/** Writes JSON lines for log collectors; those of a request have its id. */
export function createLog(write: (line: string) => void): Log {
  return (level, event, details = {}) => {
    const request = currentRequestId()
    const ofRequest = request === undefined ? {} : { request }
    const time = new Date().toISOString()
    write(`${JSON.stringify({ time, level, event, ...ofRequest, ...details })}\n`)
  }
}

/** All details of a failure, for the log only. */
export function wordsForLog(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}
