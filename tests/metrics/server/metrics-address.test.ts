import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { needsOperator } from '../../../server/core/start-error.ts'
import { version } from '../../../server/core/version.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { findProgram } from '../../../tools/mail-lab/programs.ts'
import { sampleIn, samplesIn } from '../../support/metrics.ts'
import { freePort } from '../../support/server/free-port.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'

const json = { 'content-type': 'application/json' }
const password = 'a long password of a user'

test('figures stand in the OpenMetrics form on an address of their own, and never on the public port', async () => {
  await using store = await createTestDatabase()
  const database = await openDatabase(store.address)
  const place = { database, clock: () => new Date() }
  const user = await makeUser(place, { password })
  const key = await makeGatewayKey(place, user.organizationId)
  await database.destroy()
  const port = await freePort()
  const address = `127.0.0.1:${port}`
  const server = await startServerProcess({ DATABASE_URL: store.url, METRICS_ADDRESS: address })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    })
  await post('/auth/login', { username: user.username, password: 'wrong' })
  await post('/auth/login', { username: user.username, password })
  const scan = makeScan({ recipient: user.email, threat_level: 'malicious' })
  const scans = { scans: [scan, { ...scan, threat_level: 'safe' }] }
  const gateway = { authorization: `Bearer ${key}`, 'idempotency-key': 'report-1' }
  await post('/scans', scans, gateway)
  // Stored once, and so counted once.
  expect((await post('/scans', scans, gateway)).status).toBe(200)
  await post('/scans', scans, { authorization: 'Bearer unknown' })
  await fetch(`${server.url}/api/scim/v2/Users/1`)
  await fetch(`${server.url}/api/no/such/call`)

  const answer = await fetch(`http://${address}/metrics`)
  expect(answer.headers.get('content-type')).toBe(
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  )
  const text = await answer.text()
  expect(text).toMatch(/\n# EOF\n$/)
  const value = (name: string, labels = {}) => sampleIn(text, name, labels)
  expect(value('aman_requests_total', { call: 'POST /auth/login', status: '401' })).toBe(1)
  expect(value('aman_requests_total', { call: 'POST /scans', status: '200' })).toBe(2)
  expect(value('aman_requests_total', { call: 'GET /scim/v2/Users/:id', status: '401' })).toBe(1)
  expect(value('aman_requests_total', { call: 'other', status: '404' })).toBe(1)
  expect(value('aman_request_seconds_count', { call: 'POST /scans' })).toBe(3)
  expect(value('aman_sign_ins_total', { method: 'password', outcome: 'signed_in' })).toBe(1)
  expect(value('aman_sign_ins_total', { outcome: 'wrong_credentials' })).toBe(1)
  expect(value('aman_scans_total', { verdict: 'malicious' })).toBe(1)
  expect(value('aman_scans_total', { verdict: 'safe' })).toBe(1)
  expect(value('aman_refused_requests_total', { reason: 'unknown_key' })).toBe(1)
  expect(value('aman_gateway_last_report_seconds')).toBeGreaterThanOrEqual(0)
  expect(value('aman_build_info')).toBe(1)
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  expect(samplesIn(text).some(({ name }) => name === 'aman_database_wait_seconds_bucket')).toBe(
    true,
  )

  for (const path of ['/metrics', '/api/metrics']) {
    expect((await fetch(`${server.url}${path}`)).status).toBe(404)
  }
  expect((await fetch(`http://${address}/api/health`)).status).toBe(404)
  expect((await fetch(`http://${address}/metrics`, { method: 'POST' })).status).toBe(405)
  // No other page reads them through a name that it points here.
  const status = await new Promise((resolve, reject) => {
    const options = { port, path: '/metrics', headers: { host: 'evil.example' } }
    get(options, (response) => resolve(response.resume().statusCode)).once('error', reject)
  })
  expect(status).toBe(421)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output().stderr).toBe('')
})

test('an address that is taken, or that is the public one, ends the start with one line', async () => {
  await using store = await createTestDatabase()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const port = Object(taken.address()).port
  for (const [environment, words] of [
    [{}, `Cannot listen on METRICS_ADDRESS 127.0.0.1:${port}: `],
    [{ PORT: String(port) }, `METRICS_ADDRESS is '127.0.0.1:${port}', but another port`],
  ] as const) {
    const server = await startServerProcess({
      DATABASE_URL: store.url,
      METRICS_ADDRESS: `127.0.0.1:${port}`,
      ...environment,
    })
    expect(await server.exited).toBe(needsOperator)
    const { stderr } = server.output()
    expect(stderr).toContain(words)
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('password')),
    ).toHaveLength(1)
  }
  taken.close()
})

const prometheus = findProgram('prometheus')
const hosting = join(import.meta.dirname, '../../../hosting')

test.skipIf(prometheus === undefined)(
  'a Prometheus scrapes a running server, and its rules load and are evaluated',
  async () => {
    await using stack = new AsyncDisposableStack()
    const folder = stack.use(await temporaryFolder())
    const address = `127.0.0.1:${await freePort()}`
    const server = await startServerProcess({
      DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
      METRICS_ADDRESS: address,
    })
    stack.defer(async () => void (await server.end('SIGTERM')))
    const configuration = join(folder.path, 'prometheus.yml')
    const targets = [{ targets: [address] }]
    await writeFile(
      configuration,
      stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [join(hosting, 'alerts.yaml')],
        scrape_configs: [{ job_name: 'aman', static_configs: targets }],
      }),
    )
    const port = await freePort()
    const child = spawn(
      prometheus ?? '',
      [
        `--config.file=${configuration}`,
        `--storage.tsdb.path=${join(folder.path, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
    stack.defer(async () => {
      const ended = once(child, 'exit')
      if (child.kill('SIGTERM')) await ended
    })
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`).catch(() => undefined)
      return answer?.ok ? await answer.json() : undefined
    }
    const soon = { timeout: 60_000 }
    await expect
      .poll(() => ask('/targets'), soon)
      .toMatchObject({ data: { activeTargets: [{ health: 'up', lastError: '' }] } })
    await expect
      .poll(() => ask('/query?query=aman_build_info'), soon)
      .toMatchObject({ data: { result: [{ metric: { job: 'aman', version } }] } })
    const rules = Array.from({ length: 22 }, () => ({ health: 'ok', type: 'alerting' }))
    await expect
      .poll(() => ask('/rules'), soon)
      .toMatchObject({ data: { groups: [{ name: 'aman', rules }] } })
  },
)
