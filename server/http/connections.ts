import type { Server } from 'node:http'
import { minuteMs } from '../core/clock.ts'
import { type Log, wordsForLog } from '../core/log.ts'

/** Beyond the limit a new connection is closed at once; those that are there go on. */
export function limitConnections(server: Server, limit: number | undefined, log: Log): void {
  if (limit !== undefined) server.maxConnections = limit
  let saidAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    // Once a minute, for an attack would fill the log.
    if (performance.now() - saidAt < minuteMs) return
    saidAt = performance.now()
    log('warning', 'too many connections', { limit: limit ?? 0 })
  })
  // Of a connection that could not be taken in, for want of a file descriptor for instance.
  server.on('error', (error) => {
    if (server.listening) log('error', 'connection failed', { error: wordsForLog(error) })
  })
}
