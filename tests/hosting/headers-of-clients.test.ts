import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askOverHttp2 } from '../support/proxies/ask.ts'
import { haproxySettings, host, nginxSettings } from '../support/proxies/documented.ts'
import { findProxy } from '../support/proxies/programs.ts'
import { type RunningProxy, startHaproxy, startNginx } from '../support/proxies/start.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'

async function startSilentServer() {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer(({ url, headers }, response) => {
    if (url === '/api/health') asked.push(headers)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { asked, port, [Symbol.asyncDispose]: async () => void server.close() }
}

type Start = (program: string, folder: string, port: number) => Promise<RunningProxy>

const starts: Readonly<Record<'nginx' | 'haproxy', Start>> = {
  nginx: (program, folder, port) =>
    startNginx(program, join(folder, 'nginx'), nginxSettings(folder, [port, port])),
  haproxy: async (program, folder, port) =>
    startHaproxy(program, join(folder, 'haproxy'), await haproxySettings([port, port])),
}

for (const name of ['nginx', 'haproxy'] as const) {
  const program = findProxy(name)
  test.skipIf(program === undefined)(
    `with the documented settings ${name} replaces the reference and the trace of a client`,
    async () => {
      await using folder = await temporaryFolder()
      await using server = await startSilentServer()
      await using proxy = await starts[name](program ?? '', folder.path, server.port)
      const headers = { 'x-request-id': 'of-the-client', traceparent, tracestate: 'a=1' }
      const ask = () => askOverHttp2(proxy.httpsPort, host, '/api/health', { headers })
      // HAProxy first finds out which servers are up.
      await expect.poll(async () => (await ask()).status).toBe(200)
      expect(server.asked).toMatchObject([
        { 'x-request-id': expect.stringMatching(/^[\da-f-]{32,36}$/) },
      ])
      expect(server.asked[0]).not.toHaveProperty('traceparent')
    },
  )
}
