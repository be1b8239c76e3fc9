import { listen } from '../../../server/listen.ts'
import { createTestServer } from './server.ts'

export const longTimeouts = {
  headersTimeout: 60_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 50,
  silenceTimeout: 60_000,
}
/**
 * For timeouts that a test waits for. It is long enough that a request that is sent at once is read
 * first, also on a busy machine.
 */
export const shortTimeoutMs = 2000

/** A listening server, with the timeouts of the test. */
export async function startListening(timeouts?: typeof longTimeouts) {
  const server = await createTestServer()
  const address = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const { url, close } = await listen(
    server.app,
    address,
    timeouts === undefined ? {} : { timeouts },
  )
  return {
    server,
    url,
    port: Number(new URL(url).port),
    async [Symbol.asyncDispose]() {
      await close()
      await server.database.destroy()
    },
  }
}

export function post(path: string, body: string, headers: readonly string[] = []): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: aman.example',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
    '',
    body,
  ].join('\r\n')
}
