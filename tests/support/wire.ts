import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { times } from './until.ts'

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
