import { once } from 'node:events'
import type { Server } from 'node:http'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { minuteMs, secondMs } from '../../core/clock.ts'
import { type Log, wordsForLog } from '../../core/log.ts'
import { NotYetError, StartError, wordsOfCause } from '../../core/start-error.ts'

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

/** The address may come later, as those of a network that is starting; a port stays taken. */
export function cannotListen(
  address: string,
  setting: 'PORT' | 'METRICS_ADDRESS',
  cause: unknown,
): StartError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const isTaken = code === 'EADDRINUSE'
  const taken = `another program uses this port: set ${setting}, or stop it`
  const words = `Cannot listen on ${address}: ${isTaken ? taken : wordsOfCause(cause)}`
  return code === 'EADDRNOTAVAIL' ? new NotYetError(words) : new StartError(words)
}

const shutdownMs = 8 * secondMs
const sweepMs = 50
const leftMs = 200
const mostLeavingMs = 1000
const quietMs = 0.1
const maxIterations = 5000

/**
 * Waits until no connection has come for a moment, or for a second. A proxy that has been told to
 * leave this server out opens none; other traffic may go on.
 */
export async function untilLeft(server: Server): Promise<void> {
  const startedMs = performance.now()
  let lastMs = startedMs
  const note = () => {
    lastMs = performance.now()
  }
  server.on('connection', note)
  const isLeft = () => performance.now() - lastMs >= leftMs
  const isOver = () => performance.now() - startedMs >= mostLeavingMs
  while (!isLeft() && !isOver()) await wait(sweepMs)
  server.off('connection', note)
}

/** Accepts no new connections, completes running requests, and closes connections that hang. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  await untilQuiet(server)
  server.close()
  // Otherwise a connection stays open for another request after its last response.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  const cut = setTimeout(() => server.closeAllConnections(), shutdownMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/**
 * When a server closes, the system resets connections that it has not accepted yet, and a proxy does
 * not retry a POST that was reset. Each event loop iteration accepts one connection. After a short
 * iteration without a new one, hardly any can be waiting.
 */
async function untilQuiet(server: Server): Promise<void> {
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const acceptedBefore = accepted
    const startedMs = performance.now()
    await setImmediate()
    if (accepted === acceptedBefore && performance.now() - startedMs < quietMs) return
  }
}
