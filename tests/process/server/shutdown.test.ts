import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { findUnfinished, inspect } from '../../support/crash/inspect.ts'
import { Ledger, prepareFirms, writeAll } from '../../support/crash/writers.ts'
import { startServer } from '../../support/server/running-server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { provesOnce } from '../../support/suite.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

interface Answer {
  readonly status: number | undefined
  readonly connection: string | undefined
  readonly body: string
}

function ask(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, async (answer) => {
      const { statusCode, headers } = answer
      resolve({ status: statusCode, connection: headers.connection, body: await text(answer) })
    })
      .on('error', reject)
      .end()
  })
}

test('a stopping server reports it at /api/ready, keeps answering, and then ends', async () => {
  await using folder = await temporaryFolder()
  const server = await startServerProcess({
    DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
    SHUTDOWN_DELAY_SECONDS: '3',
  })
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  const fresh = new Agent({ keepAlive: false })
  expect((await ask(`${server.url}/api/ready`, kept)).status).toBe(200)
  const toldAt = performance.now()
  const exited = server.end('SIGTERM')
  await expect.poll(async () => (await ask(`${server.url}/api/ready`, fresh)).status).toBe(503)
  const { body } = await ask(`${server.url}/api/ready`, fresh)
  expect(JSON.parse(body)).toMatchObject({ detail: 'The server is about to stop' })
  // Also over the existing connection, which closes after its answer.
  for (const agent of [kept, fresh]) {
    const answer = await ask(`${server.url}/api/health`, agent)
    expect(answer.status).toBe(200)
    expect(answer.connection).toBe('close')
  }
  expect(await exited).toBe(0)
  expect(performance.now() - toldAt).toBeGreaterThan(2900)
  const { stdout } = server.output()
  expect(stdout).toMatch(/"event":"stopping","delaySeconds":3}\n.*"event":"stopped"/)
  await expect(ask(`${server.url}/api/health`, fresh)).rejects.toThrow()
})

test('before it closes, a server drops only what nginx repeats at another server', async () => {
  await using folder = await temporaryFolder()
  const server = await startServerProcess({
    DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
    SHUTDOWN_DELAY_SECONDS: '1',
  })
  const fresh = new Agent({ keepAlive: false })
  const outcomeOf = (headers: Record<string, string>) =>
    ask(`${server.url}/api/health`, fresh, headers).then(
      ({ status }) => status,
      (error: NodeJS.ErrnoException) => error.code,
    )
  const repeated = { 'Aman-Proxy-Repeats': 'GET' }
  expect(await outcomeOf(repeated)).toBe(200)
  const exited = server.end('SIGTERM')
  // Each request is one more reason for the server not to close yet.
  const both = () => Promise.all([outcomeOf(repeated), outcomeOf({})])
  await expect.poll(both, { interval: 10 }).toEqual(['ECONNRESET', 200])
  await expect.poll(() => outcomeOf(repeated), { interval: 10 }).toBe('ECONNREFUSED')
  expect(await exited).toBe(0)
})

test('Ctrl-C in a terminal does not wait for load balancers, and the first line of the log names the version', async () => {
  await using folder = await temporaryFolder()
  const server = await startServerProcess({
    DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
    SHUTDOWN_DELAY_SECONDS: '600',
  })
  expect(await server.end('SIGINT')).toBe(0)
  const [line = '{}'] = server
    .output()
    .stdout.split('\n')
    .filter((it) => it.startsWith('{'))
  expect(JSON.parse(line)).toMatchObject({
    event: 'started',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
})

const clean = { lost: [], halfDone: [], corrupt: [] }

test('a server that is killed while it writes loses no acknowledged write and leaves nothing half done', async () => {
  await using folder = await temporaryFolder()
  const databaseUrl = `file:${join(folder.path, 'aman.db')}`
  const firms = await prepareFirms(databaseUrl)
  const ledger = new Ledger()
  // A run lasts for this many acknowledgements, however long a busy machine takes.
  for (const writes of provesOnce ? [1, 10, 25] : Array(50).keys()) {
    await using server = await startServer(databaseUrl)
    const enough = ledger.acknowledged + writes
    const writing = writeAll(server.url, { ...firms, ledger })
    // A writer that ends early was rejected, and reports why.
    await Promise.race([writing, acknowledged(ledger, enough)])
    await server.end('SIGKILL')
    await writing
    expect(ledger.acknowledged).toBeGreaterThanOrEqual(enough)
    expect(await inspect(databaseUrl, ledger)).toEqual(clean)
  }
  // The next server completes what was left for later.
  await using last = await startServer(databaseUrl)
  expect(await last.end('SIGTERM')).toBe(0)
  expect(await inspect(databaseUrl, ledger)).toEqual(clean)
  expect(await findUnfinished(databaseUrl)).toEqual([])
})

async function acknowledged(ledger: Ledger, count: number): Promise<void> {
  const options = { interval: 1 }
  await expect.poll(() => ledger.acknowledged, options).toBeGreaterThanOrEqual(count)
}
