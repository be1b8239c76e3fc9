import type { Server } from 'node:http'
import { minuteMs } from '../../core/clock.ts'
import { type Log, wordsForLog } from '../../core/log.ts'

/** Closes new connections beyond the limit at once; existing ones continue. */
export function limitConnections(server: Server, limit: number | undefined, log: Log): void {
  if (limit !== undefined) server.maxConnections = limit
  let saidAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    // At most once a minute, so that an attack does not fill the log.
    if (performance.now() - saidAt < minuteMs) return
    saidAt = performance.now()
    log('warning', 'too many connections', { limit: limit ?? 0 })
  })
  // A connection could not be accepted, for example for lack of file descriptors.
  server.on('error', (error) => {
    if (server.listening) log('error', 'connection failed', { error: wordsForLog(error) })
  })
}
