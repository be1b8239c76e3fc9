import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** No browser or proxy sends so many requests ahead on one connection. */
export const mostWaiting = 32

/** Requests that wait for the answer before theirs, for each connection that is being answered. */
const waiting = new WeakMap<Socket, (() => void)[]>()

/**
 * Answers the requests of a connection one after another. An answer is begun when the one before it
 * has been taken off our hands, so that a client that sends much and reads nothing fills no memory.
 */
export function answerInOrder(
  { socket }: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  const start = () => {
    response.once('close', () => startNext(socket))
    answer()
  }
  const others = waiting.get(socket)
  if (others !== undefined) others.push(start)
  else {
    waiting.set(socket, [])
    start()
  }
}

function startNext(socket: Socket): void {
  const start = socket.destroyed ? undefined : waiting.get(socket)?.shift()
  if (start === undefined) waiting.delete(socket)
  else start()
}

/**
 * Node hears every request in a packet of 64 kB, more than a thousand, even when the connection is
 * closed at the first. Only after a request to upgrade does it stop in the middle: so one request too
 * many passes for one, and Node, which knows no protocol to upgrade to, closes the connection.
 */
class CountedRequest extends IncomingMessage {
  declare private isUpgrade: boolean | null

  get upgrade(): boolean | null {
    return this.isUpgrade
  }

  set upgrade(value: boolean | null) {
    // Null comes first, from the constructor, and says nothing.
    this.isUpgrade = value === null ? null : value || isOneTooMany(this)
  }
}

function isOneTooMany({ socket }: IncomingMessage): boolean {
  return (waiting.get(socket)?.length ?? 0) >= mostWaiting
}

/** For `createServer`. */
export const pipeliningOptions = {
  IncomingMessage: CountedRequest,
  shouldUpgradeCallback: isOneTooMany,
}
