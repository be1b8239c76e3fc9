import { once } from 'node:events'
import type { Server, Socket } from 'node:net'

interface Listening extends AsyncDisposable {
  readonly port: number
}

/** Lets a server listen on a port of this machine. What it has open ends with it. */
export async function listenLocally(server: Server, port = 0): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    port: Object(server.address()).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}
