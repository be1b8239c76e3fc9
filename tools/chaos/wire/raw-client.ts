import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { openConnection } from '../../../tests/support/wire.ts'

/** A client that says nothing for so long after the last byte has said everything. */
const quietMs = 1500
/** So long that the server has read one packet before the next one comes. */
const packetMs = 30

/** Sends packets one by one and listens. @returns the statuses of what came, with spaces between them */
export function say(port: number, packets: readonly string[]): Promise<string> {
  const bytes = packets.map((packet) => Buffer.from(packet, 'latin1'))
  return sendAll(port, bytes, () => setTimeout(packetMs))
}

/** The same byte by byte, as from the slowest network. */
export function spell(port: number, packets: readonly string[]): Promise<string> {
  const bytes = [...Buffer.from(packets.join(''), 'latin1')].map((byte) => Buffer.of(byte))
  return sendAll(port, bytes, () => setImmediate())
}

/** Until the server closes the connection or has nothing to say. */
async function sendAll(
  port: number,
  packets: readonly Buffer[],
  pause: () => Promise<void>,
): Promise<string> {
  const socket = await openConnection(port)
  const heard = listenTo(socket)
  const closed = untilClosed(socket)
  for (const [position, packet] of packets.entries()) {
    if (position > 0) await pause()
    if (socket.destroyed) break
    socket.write(packet)
  }
  await Promise.race([closed, heard.quiet()])
  socket.destroy()
  return heard.statuses()
}

export function listenTo(socket: Socket) {
  let said = ''
  let lastAt = 0
  socket.setEncoding('latin1').on('data', (text: string) => {
    said += text
    lastAt = performance.now()
  })
  return {
    statuses: () =>
      [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status).join(' '),
    async quiet() {
      lastAt = performance.now()
      while (performance.now() - lastAt < quietMs) await setTimeout(quietMs / 5)
    },
  }
}

/** Waits, unlike `once`, whatever went wrong before. */
function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.once('close', () => resolve())
  })
}

/** @returns whether the server closed the connection in time; it is closed anyhow */
export async function isCutWithin(socket: Socket, ms: number): Promise<boolean> {
  const late = new AbortController()
  const isCut = await Promise.race([
    untilClosed(socket).then(() => true),
    setTimeout(ms, false, { signal: late.signal }).catch(() => true),
  ])
  late.abort()
  socket.destroy()
  return isCut
}
