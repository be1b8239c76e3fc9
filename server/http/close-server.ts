import { once } from 'node:events'
import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { secondMs } from '../core/clock.ts'

const shutdownMs = 8 * secondMs
const sweepMs = 50
const quietMs = 0.1
const mostTurns = 5000

/** Takes no new connection, lets running requests end, and cuts what hangs. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  await untilQuiet(server)
  server.close()
  // A connection whose last answer has gone out would otherwise be kept for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  const cut = setTimeout(() => server.closeAllConnections(), shutdownMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/**
 * The system resets connections that it has made and that we have not taken in when we close, and a
 * proxy does not send a POST again that was reset. A turn of the event loop takes in one of them; after
 * a turn that found none and took no time hardly any can have come since.
 */
async function untilQuiet(server: Server): Promise<void> {
  let came = 0
  server.on('connection', () => {
    came += 1
  })
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const cameBefore = came
    const startedMs = performance.now()
    await setImmediate()
    if (came === cameBefore && performance.now() - startedMs < quietMs) return
  }
}
