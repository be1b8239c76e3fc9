import { connect, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'

/** Whoever says nothing for so long after the last byte will say nothing more. */
const quietMs = 1500
/** So long that the server has read one packet before the next one comes. */
const packetMs = 30

/** A connection that nothing but bytes goes over. */
export async function openRaw(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  // Who is cut off while they write is told so; what was answered is what counts.
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

/** Waits, unlike `once`, whatever went wrong before. */
function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.once('close', () => resolve())
  })
}

/**
 * Sends packets one by one, and listens until the server closes the connection or has nothing to say.
 * @returns the statuses of what came, with spaces between them
 */
export async function say(port: number, packets: readonly string[]): Promise<string> {
  const socket = await openRaw(port)
  const heard = listenTo(socket)
  const closed = untilClosed(socket)
  for (const [position, packet] of packets.entries()) {
    if (position > 0) await setTimeout(packetMs)
    if (!socket.destroyed) socket.write(Buffer.from(packet, 'latin1'))
  }
  await Promise.race([closed, heard.quiet()])
  socket.destroy()
  return heard.statuses()
}

/** The same, byte by byte, as the slowest network would bring it. */
export async function spell(port: number, packets: readonly string[]): Promise<string> {
  const socket = await openRaw(port)
  const heard = listenTo(socket)
  const closed = untilClosed(socket)
  for (const byte of Buffer.from(packets.join(''), 'latin1')) {
    if (socket.destroyed) break
    socket.write(Buffer.of(byte))
    await setImmediate()
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
