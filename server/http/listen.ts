import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { App } from '../app.ts'
import { secondMs } from '../clock.ts'
import { StartError, wordsOfCause } from '../start-error.ts'
import { endWithAnswer, isTooLate, makeLast } from './last-request.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { createSite } from './site.ts'
import { isUnclear } from './unclear-request.ts'

/** Slow or silent clients do not hold connections for long. */
const patience = {
  headersTimeout: 10 * secondMs,
  requestTimeout: 30 * secondMs,
  connectionsCheckingInterval: secondMs,
  /**
   * For a client that neither reads nor sends, and once more when it has read a little. No call takes
   * longer, those that wait in vain for PostgreSQL included.
   */
  silenceTimeout: 40 * secondMs,
}
const maxHeaderSize = 8192
/** Of Node's own 511 a crowd that comes at once fills every place, and others wait for half a minute. */
const backlog = 4096
const shutdownMs = 8 * secondMs
const sweepMs = 50

export interface Listening {
  readonly url: string
  /** Takes no new connection, lets running requests finish, and cuts what hangs. */
  close(): Promise<void>
}

/** @throws StartError when the address cannot be had */
export async function listen(
  app: App,
  { host, port, siteDirectory }: { host: string; port: number; siteDirectory: string },
  timeouts: typeof patience = patience,
): Promise<Listening> {
  const answerCall = getRequestListener(app.fetch)
  const answerPage = createSite(siteDirectory)
  // Node would hear what comes after a request without a host that it has refused.
  const options = { ...timeouts, maxHeaderSize, requireHostHeader: false }
  const server = createServer(options, (request, response) => {
    if (isTooLate(request)) return
    setSecurityHeaders(request, response)
    endWithAnswer(request, response)
    if (isUnclear(request)) return refuse(request, response, 400)
    // Node loses what came in the same packet after a request to upgrade, and takes the middle of
    // the next request for its beginning.
    if (request.headers.upgrade !== undefined) makeLast(request, response)
    const answer = isForApp(request.url ?? '') ? answerCall : answerPage
    answer(request, response)
  })
  // Node would answer by itself, and hear what comes after it.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    if (isTooLate(request)) return
    setSecurityHeaders(request, response)
    refuse(request, response, 417)
  })
  server.timeout = timeouts.silenceTimeout
  try {
    server.listen({ port, host, backlog })
    await once(server, 'listening')
  } catch (cause) {
    throw new StartError(`Cannot listen on ${host}:${port}: ${wordsOfCause(cause)}`)
  }
  return { url: urlOf(server, host), close: () => closeServer(server) }
}

/** As Node refuses what its parser cannot read. */
function refuse(request: IncomingMessage, response: ServerResponse, status: 400 | 417): void {
  makeLast(request, response)
  response.writeHead(status).end()
}

function isForApp(url: string): boolean {
  return /^\/(?:api(?:[/?]|$)|config\.json(?:\?|$))/.test(url)
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection whose last answer has gone out would otherwise be kept for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  const cut = setTimeout(() => server.closeAllConnections(), shutdownMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
