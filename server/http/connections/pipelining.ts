import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies pipeline fewer requests on a connection. */
export const mostWaiting = 32

/** For each busy connection, the requests that wait for earlier responses. */
const waiting = new WeakMap<Socket, (() => void)[]>()

/**
 * Answers the requests of a connection one after another. A response starts when the one before it has
 * been written out, so that a client that sends much and reads nothing does not fill the memory.
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
 * Node processes every request in a packet of 64 kB, more than a thousand, even if the connection is
 * closed at the first. It stops only after an upgrade request. So a request over the limit poses as an
 * upgrade request, and Node closes the connection because it supports no upgrades.
 */
class CountedRequest extends IncomingMessage {
  declare private isUpgrade: boolean | null

  get upgrade(): boolean | null {
    return this.isUpgrade
  }

  set upgrade(value: boolean | null) {
    // The constructor assigns null first.
    this.isUpgrade = value === null ? null : value || isOneTooMany(this)
  }
}

function isOneTooMany({ socket }: IncomingMessage): boolean {
  return (waiting.get(socket)?.length ?? 0) >= mostWaiting
}

/** Options for `createServer`. */
export const pipeliningOptions = {
  IncomingMessage: CountedRequest,
  shouldUpgradeCallback: isOneTooMany,
}
