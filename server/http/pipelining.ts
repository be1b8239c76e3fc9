import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** No browser or proxy sends so many requests ahead on one connection. */
export const mostWaiting = 32

/** Requests that wait for the answer before theirs, for each connection that is being answered. */
const waiting = new WeakMap<Socket, (() => void)[]>()

/**
 * Answers the requests of a connection one after another. An answer is begun when the one before it
 * has been taken off our hands, so that a client that sends much and reads nothing fills no memory.
 * Node has parsed a whole packet by then; a client that sends too many requests ahead is cut off.
 */
export function answerInTurn(
  { socket }: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  // Of a connection that was cut off in the middle of a packet Node hears the rest of it.
  if (socket.destroyed) return
  const start = () => {
    response.once('close', () => startNext(socket))
    answer()
  }
  const others = waiting.get(socket)
  if (others === undefined) {
    waiting.set(socket, [])
    start()
  } else if (others.length < mostWaiting) others.push(start)
  else {
    others.length = 0
    socket.destroy()
  }
}

function startNext(socket: Socket): void {
  const start = socket.destroyed ? undefined : waiting.get(socket)?.shift()
  if (start === undefined) waiting.delete(socket)
  else start()
}
