import { createServer, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { freePort } from '../../../tests/support/server/free-port.ts'

export interface CountingProxy extends AsyncDisposable {
  readonly url: string
  /** Every request since the last call, as method, path without query, and status. */
  taken(): readonly string[]
}

/** Stands between rspamd and Aman, and counts what rspamd asks for. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const port = await freePort()
  let seen: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const onward = request(`${target}${url}`, { method, headers }, (answer) => {
      seen.push(`${method} ${url.replace(/\?.*/, '')} ${answer.statusCode}`)
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      void pipeline(answer, outgoing).catch(() => outgoing.destroy())
    })
    onward.on('error', () => outgoing.destroy())
    void pipeline(incoming, onward).catch(() => onward.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    taken() {
      const all = seen
      seen = []
      return all
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
