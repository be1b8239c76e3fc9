import { Agent } from 'node:http'
import { preview } from 'vite'
import type { Certificate } from '../../../tests/support/server/certificate.ts'

export interface Http2Front extends AsyncDisposable {
  readonly url: string
}

/**
 * Stands for the reverse proxy of production: HTTP/2 over TLS before the server, which changes
 * nothing but one thing: users come whole, as the specification's backend sends them. The search of
 * a server that announces one (decision 0091) leaves fifty rows to type and scroll in.
 */
export async function serveHttp2(upstream: string, certificate: Certificate): Promise<Http2Front> {
  const agent = new Agent({ keepAlive: true })
  const front = await preview({
    configFile: false,
    logLevel: 'error',
    preview: {
      host: '127.0.0.1',
      port: 0,
      cors: false,
      https: { key: certificate.key, cert: certificate.cert },
      proxy: {
        '/': {
          target: upstream,
          agent,
          changeOrigin: true,
          headers: { 'x-forwarded-proto': 'https' },
          rewrite: (path) => path.replace(/^(\/api\/admin\/users)\?.*/, '$1'),
          configure: (proxy) => {
            proxy.on('proxyRes', ({ headers }, { url }) => {
              if (url === '/api/admin/users') delete headers.link
            })
          },
        },
      },
    },
  })
  const address = front.httpServer.address()
  return {
    url: `https://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await front.close()
    },
  }
}
