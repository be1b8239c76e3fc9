import { AsyncLocalStorage } from 'node:async_hooks'

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

interface CurrentRequest {
  /** Undefined once it is answered: timers that it started are no longer about it. */
  id: string | undefined
}

const current = new AsyncLocalStorage<CurrentRequest>()

/**
 * Runs what answers a request, so that each line of the log meanwhile has its id.
 * @returns ends that
 */
export function runForRequest(id: string, answer: () => void): () => void {
  const request: CurrentRequest = { id }
  current.run(request, answer)
  return () => {
    request.id = undefined
  }
}

function currentRequestId(): string | undefined {
  return current.getStore()?.id
}
