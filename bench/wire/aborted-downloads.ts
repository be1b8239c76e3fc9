import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const longestMs = 1000

/** Asks for a file again and again, and resets each connection when the first bytes have come. */
export async function abortDownloads(
  port: number,
  path: string,
  count: number,
  atOnce: number,
): Promise<void> {
  let left = count
  const abortOn = async () => {
    for (left -= 1; left >= 0; left -= 1) await abortDownload(port, path)
  }
  await Promise.all(Array.from({ length: atOnce }, abortOn))
}

async function abortDownload(port: number, path: string): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  const started = once(socket, 'data').catch(() => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  await Promise.race([started, setTimeout(longestMs, undefined, { ref: false })])
  socket.resetAndDestroy()
}
