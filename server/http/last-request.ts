import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** As long as Hono waits for the rest of a body that a call did not read. */
const lingerMs = 500

/** Connections that end with the answer that is on its way. */
const ending = new WeakSet<Socket>()

/** Whether a request came after the last one that its connection may bring; it is not to be heard. */
export function isTooLate({ socket }: IncomingMessage): boolean {
  return ending.has(socket)
}

/** Nothing that comes after this request can be told from what belongs to it. */
export function makeLast({ socket }: IncomingMessage, response: ServerResponse): void {
  ending.add(socket)
  response.setHeader('Connection', 'close')
}

/**
 * Node reads on for as long as a request may take, and then answers a second time. Whoever still
 * sends when they have their answer gets a moment to read it.
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
