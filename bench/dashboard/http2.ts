import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2'
import type { Certificate } from '../../tests/support/certificate.ts'

/** They belong to one HTTP/1.1 connection, and HTTP/2 forbids them. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'upgrade'])

export interface Http2Front extends AsyncDisposable {
  readonly url: string
}

/** What a reverse proxy is in production: HTTP/2 over TLS before the server, which changes nothing. */
export async function serveHttp2(upstream: string, certificate: Certificate): Promise<Http2Front> {
  const agent = new Agent({ keepAlive: true })
  const sessions = new Set<ServerHttp2Session>()
  const server = createSecureServer(certificate, (incoming, outgoing) =>
    pass(upstream, agent, incoming, outgoing),
  )
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address
  return {
    url: `https://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      agent.destroy()
      for (const session of sessions) session.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => !name.startsWith(':') && !ofConnection.has(name),
  )
  return Object.fromEntries(kept)
}

function pass(
  upstream: string,
  agent: Agent,
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
): void {
  const headers = { ...withoutConnection(incoming.headers), 'x-forwarded-proto': 'https' }
  const asked = request(upstream + incoming.url, { agent, method: incoming.method, headers })
  asked.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
    answer.pipe(outgoing)
  })
  asked.on('error', () => outgoing.stream.close())
  outgoing.on('close', () => asked.destroy())
  incoming.pipe(asked)
}
