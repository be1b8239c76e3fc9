import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The same time that Hono waits for the rest of an unread body. */
const lingerMs = 500

/** Connections that end after the current response. */
const ending = new WeakSet<Socket>()

/** Whether a request follows the last allowed request of its connection and must be ignored. */
export function isTooLate({ socket }: IncomingMessage): boolean {
  return ending.has(socket)
}

/** Ends the connection after this request, because the start of the next one cannot be determined. */
export function makeLast({ socket }: IncomingMessage, response: ServerResponse): void {
  ending.add(socket)
  response.setHeader('Connection', 'close')
}

/**
 * Closes the connection if the client still sends after the response, with a short delay so that it
 * can read the response. Otherwise Node keeps reading until the request timeout and responds again.
 */
export function endWithAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if (length === '0' && coding === undefined) return
  response.once('finish', () => {
    if (request.complete) return
    const cut = setTimeout(() => request.socket.destroy(), lingerMs).unref()
    request.once('close', () => clearTimeout(cut))
  })
}
