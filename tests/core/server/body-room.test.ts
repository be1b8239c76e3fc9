import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '../../../server/listen.ts'
import { makeMail } from '../../support/judge/mails.ts'
import { openConnection } from '../../support/server/client.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { times, until } from '../../support/until.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

const path = '/api/analyses'
const mail = makeMail({ subject: 'Minutes of Tuesday' })
const megabytes = (count: number) => Buffer.concat([mail, Buffer.alloc(count * 1_000_000, 'x')])
const long = megabytes(24)

async function makeKey(server: TestServer): Promise<string> {
  return makeGatewayKey(server, await makeOrganization(server), 'analyse')
}

/** How a client announces its body, and the last byte of which does not come. */
const announcements = {
  'with a length': { header: `Content-Length: ${long.length + 1}`, before: '' },
  'in chunks': {
    header: 'Transfer-Encoding: chunked',
    before: `${(long.length + 1).toString(16)}\r\n`,
  },
}

test.each(Object.entries(announcements))(
  'long bodies of one key that come slowly %s leave room for short ones and for other organizations',
  async (_, { header, before }) => {
    await using server = await createTestServer()
    const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
    const { url, close } = await listen(server.app, place)
    const { port } = new URL(url)
    const [busy, calm] = [await makeKey(server), await makeKey(server)]
    const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${busy}\r\nContent-Type: message/rfc822\r\n${header}\r\n\r\n${before}`
    const refused: string[] = []
    const sockets: Socket[] = []
    await times(6, async () => {
      const socket = await openConnection(Number(port))
      sockets.push(socket)
      socket.once('data', (answer) => refused.push(String(answer)))
      socket.write(head)
      socket.write(long)
    })
    expect(await until(() => refused.length >= 4)).toBe(true)
    for (const answer of refused) {
      expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\n/)
      expect(answer).toMatch(/retry-after: 1\r\n/i)
      expect(answer).toContain('"code":"bodies_busy"')
    }
    expect((await server.post(path, { token: busy, body: mail })).status).toBe(200)
    expect((await server.post(path, { token: calm, body: megabytes(8) })).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    const asksAgain = async () =>
      (await server.post(path, { token: busy, body: long })).status === 200
    expect(await until(asksAgain)).toBe(true)
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
    await close()
  },
)
