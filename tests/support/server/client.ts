import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { times } from '../until.ts'

/** The server ended the connection before or while it answered. */
export class Gone extends Error {
  override name = 'Gone'
}

/** The server answered 503 in the documented words; whether the call was carried out is open. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

const unavailable = 'The database cannot be used right now. Try again in a moment.'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Answer {
  /** 0 when no whole answer came; `text` is the error then. */
  readonly status: number
  readonly text: string
  readonly ms: number
  readonly retryAfterSeconds: number
}

interface Content {
  readonly token?: string
  /** Bytes go as they are, all else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Client extends Disposable {
  send(method: Method, path: string, content?: Content): Promise<Answer>
  /**
   * @param idempotencyKey of a call that may be repeated
   * @returns the body of an answer with the status 200
   * @throws Gone when no whole answer came; Unavailable; Error for any other answer
   */
  call(
    method: Method,
    path: string,
    token: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<unknown>
  end(): void
}

/** Calls over one connection, which is kept unless `keepAlive` is false; without a limit of time by default. */
export function openClient(url: string, { keepAlive = true, longestMs = 0 } = {}): Client {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
  const send: Client['send'] = (method, path, { token, body, headers: more } = {}) =>
    new Promise((resolve) => {
      const started = performance.now()
      const end = (status: number, said: string, retryAfter = '0') =>
        resolve({
          status,
          text: said,
          ms: performance.now() - started,
          retryAfterSeconds: Number(retryAfter),
        })
      const headers = {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...more,
      }
      const limit = longestMs === 0 ? {} : { signal: AbortSignal.timeout(longestMs) }
      const sent = request(`${url}/api${path}`, { method, agent, headers, ...limit })
      sent.on('error', (error) => end(0, error.message))
      sent.on('response', (answer) => {
        text(answer).then(
          (said) => end(answer.statusCode ?? 0, said, answer.headers['retry-after']),
          (error: unknown) => end(0, String(error)),
        )
      })
      const isRaw = body === undefined || body instanceof Uint8Array
      sent.end(isRaw ? body : JSON.stringify(body))
    })
  return {
    send,
    async call(method, path, token, body, idempotencyKey) {
      const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
      const name = `${method} ${path}`
      const { status, text: said } = await send(method, path, { token, body, headers })
      if (status === 0) throw new Gone(name)
      if (status === 200) return JSON.parse(said)
      if (status === 503 && said.includes(unavailable)) throw new Unavailable(name)
      throw new Error(`${name}: ${status} ${said}`)
    },
    end: () => agent.destroy(),
    [Symbol.dispose]: () => agent.destroy(),
  }
}

/** A connection that nothing but bytes goes over. */
export async function openConnection(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  // A client that is cut off while it writes is told so; the answer is what counts.
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

/** Sends bytes as they are and waits until the server has closed the connection. */
export async function say(port: number, bytes: string): Promise<string> {
  const socket = await openConnection(port)
  const answer = text(socket)
  socket.write(bytes)
  return answer
}

/** Asks for a file again and again, and resets each connection when the first bytes have come. */
export async function abortDownloads(
  port: number,
  path: string,
  count: number,
  atOnce: number,
): Promise<void> {
  let left = count
  await times(atOnce, async () => {
    for (left -= 1; left >= 0; left -= 1) {
      const socket = await openConnection(port)
      const started = once(socket, 'data').catch(() => {})
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
      await Promise.race([started, setTimeout(1000, undefined, { ref: false })])
      socket.resetAndDestroy()
    }
  })
}
