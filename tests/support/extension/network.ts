import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The network between an extension and its server, which can be gone for a while. */
export interface Network extends AsyncDisposable {
  /** The server, through this network. */
  readonly url: string
  stop(): void
  start(): void
}

/** @param server the address of a server */
export async function startNetwork(server: string): Promise<Network> {
  const { hostname, port } = new URL(server)
  const open = new Set<Socket>()
  let isGone = false
  const relay = createServer((near) => {
    if (isGone) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const address = relay.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    stop() {
      isGone = true
      drop()
    },
    start() {
      isGone = false
    },
    async [Symbol.asyncDispose]() {
      drop()
      await once(relay.close(), 'close')
    },
  }
}
