import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** A connection that nothing but bytes goes over. */
export async function openConnection(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  // A client that is cut off while it writes is told so; the answer is what counts.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends bytes as they are and waits until the server has closed the connection. */
export async function say(port: number, bytes: string): Promise<string> {
  const socket = await openConnection(port)
  const answer = text(socket)
  socket.write(bytes)
  return answer
}
