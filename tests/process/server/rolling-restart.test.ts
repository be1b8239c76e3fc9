import { connect } from 'node:http2'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { freePorts } from '../../../tools/mail-lab/free-ports.ts'
import {
  askOn,
  askOverHttp2,
  findProxy,
  haproxySettings,
  host,
  type RunningProxy,
  startHaproxy,
} from '../../support/proxies/proxy.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

/*
 * Two servers behind the load balancers of this machine, with the settings from the documentation.
 */

const haproxy = findProxy('haproxy')

async function startServers(folder: string) {
  const path = join(folder, 'aman.db')
  const database = await openDatabase(path)
  const place = { database, clock: () => new Date() }
  const token = await makeSession(place, await makeUser(place))
  await database.destroy()
  const [one = 0, other = 0] = await freePorts(2)
  const ports = [one, other] as const
  const start = (port: number) =>
    startServerProcess({
      DATABASE_URL: `file:${path}`,
      PORT: String(port),
      PUBLIC_URL: `https://${host}`,
      TRUST_PROXY: '1',
      SHUTDOWN_DELAY_SECONDS: '5',
    })
  const running: ServerProcess[] = []
  for (const port of ports) running.push(await start(port))
  return {
    ports,
    token,
    /** One after the other, as the document says. */
    async restart() {
      for (const [position, port] of ports.entries()) {
        expect(await running[position]?.end('SIGTERM')).toBe(0)
        running[position] = await start(port)
        const ready = async () =>
          (await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined))?.status
        await expect.poll(ready).toBe(200)
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map((server) => server.end('SIGKILL')))
    },
  }
}

/**
 * Clients that connect, make a few calls over one connection, and connect again until they are stopped.
 */
function callOn(proxy: RunningProxy, token: string) {
  let isOver = false
  let calls = 0
  const failures: string[] = []
  const authorization = `Bearer ${token}`
  const requests = [
    { ':path': '/api/auth/me', authorization },
    { ':path': '/api/users/consent', ':method': 'POST', authorization },
  ]
  async function visit() {
    const session = connect(`https://127.0.0.1:${proxy.httpsPort}`, { rejectUnauthorized: false })
    session.on('error', (error) => failures.push(error.message))
    for (const sent of Array.from({ length: 20 }, () => requests).flat()) {
      const answer = await askOn(session, host, sent).catch((error: Error) => error)
      calls += 1
      if (answer instanceof Error) failures.push(answer.message)
      else if (answer.status !== 200) failures.push(`${answer.status} ${answer.body}`)
      await setTimeout(5)
    }
    session.close()
  }
  async function call() {
    while (!isOver) await visit()
  }
  const calling = Promise.all([call(), call(), call()])
  return {
    async stop() {
      isOver = true
      await calling
      return { calls, failures }
    },
  }
}

async function startProxy(folder: string, ports: readonly [number, number]) {
  const settings = await haproxySettings(ports)
  return startHaproxy(haproxy ?? '', join(folder, 'haproxy'), settings)
}

async function expectNoFailure(
  proxy: RunningProxy,
  servers: Awaited<ReturnType<typeof startServers>>,
) {
  const load = callOn(proxy, servers.token)
  await servers.restart()
  const { calls, failures } = await load.stop()
  expect(failures, proxy.output()).toEqual([])
  expect(calls).toBeGreaterThan(200)
}

test.skipIf(haproxy === undefined)(
  'two servers are restarted one after the other behind HAProxy, and no request fails',
  async () => {
    await using folder = await temporaryFolder()
    await using servers = await startServers(folder.path)
    await using proxy = await startProxy(folder.path, servers.ports)
    await expectNoFailure(proxy, servers)
    // HAProxy detected it by its check, before a connection was refused.
    for (const name of ['one', 'two']) {
      expect(proxy.output()).toContain(
        `Server aman/${name} is DOWN, reason: Layer7 wrong status, code: 503`,
      )
    }
    expect(proxy.output()).not.toContain('Layer4')
  },
)

test.skipIf(haproxy === undefined)(
  'the documented HAProxy example ends TLS, checks readiness and secures its own answers',
  async () => {
    await using folder = await temporaryFolder()
    await using servers = await startServers(folder.path)
    await using proxy = await startProxy(folder.path, servers.ports)
    const plain = await fetch(`http://127.0.0.1:${proxy.httpPort}/login?a=b`, {
      redirect: 'manual',
    })
    expect(plain.status).toBe(301)
    expect(plain.headers.get('location')).toMatch(/^https:.+\/login\?a=b$/)
    const answer = await askOverHttp2(proxy.httpsPort, host, '/api/health')
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000')
    expect(answer.headers['x-frame-options']).toBe('DENY')
    await servers[Symbol.asyncDispose]()
    const ask = () => askOverHttp2(proxy.httpsPort, host, '/api/health')
    await expect.poll(async () => (await ask()).status).toBe(503)
    const { headers } = await ask()
    expect(headers['strict-transport-security']).toBe('max-age=63072000')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(proxy.output()).not.toMatch(/\[ALERT\].*config|\[WARNING\].*config/)
  },
)
