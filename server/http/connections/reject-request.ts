import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unknownHost } from '../../../contract/core/common-errors.ts'
import { repeatsHeader } from '../../../hosting/headers.ts'
import { errorBody, HttpError } from '../../core/http-error.ts'
import { notKept } from '../json-answer.ts'

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

/** The same response that Node sends for a request that it cannot parse. */
export function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  status: 400 | 417,
): void {
  makeLast(request, response)
  response.writeHead(status).end()
}

const otherHost = JSON.stringify(errorBody(new HttpError(unknownHost, {})))

/** 421 Misdirected Request (RFC 9110, section 15.5.20). */
export function rejectHost(response: ServerResponse): void {
  response.writeHead(421, { 'Content-Type': 'application/json', ...notKept }).end(otherHost)
}

const known = new Set(['1.0', '1.1'])

/**
 * Detects requests that Node accepts but a proxy may parse differently, so that a request could be
 * smuggled in another or sent to another host (RFC 9112, sections 2.3, 3.2, 6.1 and 11.2).
 */
export function isUnclear({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  if (!known.has(httpVersion)) return true
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    return true
  }
  const hosts = countHosts(rawHeaders)
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1')
}

/** `rawHeaders` alternates names and values; `headers` contains only the first of two hosts. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let name = 0; name < rawHeaders.length; name += 2) {
    if (rawHeaders[name]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

/** Whether the proxy in front asks another server if this one gives no answer. */
export function isRepeated({ method = '', headers }: IncomingMessage): boolean {
  return ['GET', 'HEAD'].includes(method) && headers[repeatsHeader.toLowerCase()] !== undefined
}
