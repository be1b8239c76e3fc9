import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a port of this machine that can be interrupted as a network can. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** Resets all connections, and refuses new ones. */
  cut(): Promise<void>
  /** Takes connections again. */
  mend(): Promise<void>
  /** Passes nothing on any more, as a machine without power. */
  fallSilent(): void
}

interface Options {
  readonly target: { readonly host: string; readonly port: number }
  /** Where it listens: an address of the loopback, and a port or any. */
  readonly host?: string
  readonly port?: number
}

export async function startTcpProxy(options: Options): Promise<TcpProxy> {
  const { target, host = '127.0.0.1' } = options
  const sockets = new Set<Socket>()
  let isSilent = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    keep(client)
    // A connection that breaks ends its other half.
    client.on('error', () => {})
    if (isSilent) return
    const behind = keep(connect(target))
    behind.on('error', () => client.resetAndDestroy())
    behind.on('close', () => client.destroy())
    client.on('close', () => behind.destroy())
    client.pipe(behind)
    behind.pipe(client)
  })
  const listen = async (port: number) => {
    server.listen({ port, host })
    await once(server, 'listening')
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  await listen(options.port ?? 0)
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    port,
    cut,
    mend: () => listen(port),
    fallSilent() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) await cut()
    },
  }
}
