import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, createServer as createRelay } from 'node:net'
import { pipeline } from 'node:stream/promises'

const relayPort = 3142
/** Where programs of a fresh machine find the packages of Debian. */
export const mirrorInRoot = `http://127.0.0.1:${relayPort}`

/**
 * The fresh machine has a network of its own with nothing but loopback, so that its programs take their
 * usual ports and reach no other machine. Only packages come in: through this socket, to which a relay
 * on its loopback leads.
 */
export async function serveMirror(mirror: string, socket: string): Promise<AsyncDisposable> {
  const server = createServer(async (request, answer) => {
    try {
      const found = await fetch(`${mirror}${request.url}`, { method: request.method ?? 'GET' })
      const type = found.headers.get('content-type')
      answer.writeHead(found.status, type === null ? {} : { 'Content-Type': type })
      if (found.body === null) answer.end()
      else await pipeline(found.body, answer)
    } catch {
      answer.destroy()
    }
  })
  server.listen(socket)
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** The other end, on loopback of the fresh machine. */
export async function relayTo(socket: string): Promise<void> {
  const relay = createRelay((client) => {
    const other = connect(socket)
    pipeline(client, other, client).catch(() => client.destroy())
  })
  relay.listen(relayPort, '127.0.0.1')
  await once(relay, 'listening')
}
