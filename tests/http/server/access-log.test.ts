import { expect } from 'vitest'
import { createAccessLog } from '../../../server/http/connections/access-log.ts'
import { listen } from '../../../server/listen.ts'
import { openConnection } from '../../support/server/client.ts'
import { createTestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'

type Line = Readonly<Record<string, string | number | boolean>>

/** A reference that a user can read out. */
const form = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{3}$/

async function startListening({ trustedProxies = 0, tracingProxies = '', isOn = true } = {}) {
  const server = await createTestServer({ services: { trustedProxies } })
  const lines: Line[] = []
  const accessLog = createAccessLog(
    (level, event, details = {}) => lines.push({ level, event, ...details }),
    { trustedProxies, tracingProxies },
  )
  const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const watchers = isOn ? [accessLog] : []
  const { url, close } = await listen(server.app, place, { watchers })
  return {
    server,
    url,
    lines,
    async [Symbol.asyncDispose]() {
      await close()
      await server.database.destroy()
    },
  }
}

test('each request is logged with the id from its answer and without its query', async () => {
  await using site = await startListening()
  const answer = await fetch(`${site.url}/api/receipts/7?expires=1&signature=secret`)
  const id = answer.headers.get('x-request-id') ?? ''
  expect(id).toMatch(form)
  await expect
    .poll(() => site.lines)
    .toEqual([
      {
        level: 'info',
        event: 'request',
        request: id,
        method: 'GET',
        path: '/api/receipts/7',
        status: 403,
        ms: expect.any(Number),
        address: '127.0.0.1',
      },
    ])
})

test('a server error has the same id in its answer, its log entry and its access log line', async () => {
  await using site = await startListening()
  site.server.app.get('/api/broken', () => {
    throw new Error('broken')
  })
  const answer = await fetch(`${site.url}/api/broken`)
  const id = answer.headers.get('x-request-id') ?? ''
  expect(await answer.json()).toMatchObject({
    detail: 'Something went wrong on the server.',
    params: { reference: id },
  })
  expect(site.server.logged.join()).toContain(`"request":"${id}"`)
  await expect.poll(() => site.lines).toMatchObject([{ request: id, status: 500 }])
})

test.each([
  [0, ''],
  [1, ''],
  [1, '192.0.2.0/24'],
  [1, ','],
  [1, '127.0.0.0/8'],
])(
  'no client chooses the id of a request, behind %d proxies of which %j are named',
  async (trustedProxies, tracingProxies) => {
    await using site = await startListening({ trustedProxies, tracingProxies })
    const ask = async (id: string) => {
      const headers = { 'x-request-id': id, 'x-forwarded-for': '192.0.2.7' }
      const answer = await fetch(`${site.url}/api/health`, { headers })
      return answer.headers.get('x-request-id')
    }
    for (const id of ['from.proxy-1', '{"a":"b"}']) expect(await ask(id)).toMatch(form)
    await expect.poll(() => site.lines).toHaveLength(2)
    const isNamed = tracingProxies === '127.0.0.0/8'
    expect(site.lines.map((line) => line.proxy_request)).toEqual([
      isNamed ? 'from.proxy-1' : undefined,
      undefined,
    ])
    const address = trustedProxies === 1 ? '192.0.2.7' : '127.0.0.1'
    expect(site.lines).toMatchObject([{ address }, { address }])
  },
)

test('an aborted request is marked', async () => {
  await using site = await startListening()
  const { promise, resolve } = Promise.withResolvers<void>()
  site.server.app.get('/api/slow', async (context) => {
    await promise
    return context.text('')
  })
  const socket = await openConnection(Number(new URL(site.url).port))
  socket.write('GET /api/slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await fetch(`${site.url}/api/health`)
  socket.destroy()
  await expect.poll(() => site.lines).toMatchObject([{ status: 200 }, { aborted: true }])
  resolve()
})

test('without the setting there is no access log, and each answer has an id of its own', async () => {
  await using site = await startListening({ isOn: false })
  const paths = ['/api/health', '/api/no/such/call', '/no/such/page']
  const answers = await Promise.all(paths.map((path) => fetch(`${site.url}${path}`)))
  const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
  for (const id of ids) expect(id).toMatch(form)
  expect(new Set(ids).size).toBe(paths.length)
  expect(site.lines).toEqual([])
})

test('only super admins see the version', async ({ server }) => {
  const version = { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) }
  for (const [role, body] of [
    ['super_admin', version],
    ['team_lead', { status: 'ok' }],
    ['employee', { status: 'ok' }],
  ] as const) {
    const token = await makeSession(server, await makeUser(server, { role }))
    const answer = await server.get('/api/health', { token })
    expect(answer.status).toBe(200)
    expect(answer.body, role).toEqual(body)
  }
  expect((await server.get('/api/health')).body).toEqual({ status: 'ok' })
  expect((await server.get('/api/health', { token: 'none' })).body).toEqual({ status: 'ok' })
})

test('a super admin sees that the server answers while the database does not', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  await server.database.destroy()
  const answer = await server.get('/api/health', { token })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: 'ok' })
})

test('an outage of the database is a line a second, and only the first has the stack', async () => {
  await using server = await createTestServer()
  await server.database.destroy()
  const unavailable = Object.assign(new Error('disk I/O error'), { errcode: 10 })
  const transaction = () => {
    throw unavailable
  }
  const { logged } = server
  Object.assign(server.services.database, { selectFrom: transaction, executeQuery: transaction })
  const ask = () => server.get('/api/auth/me', { token: 'a'.repeat(43) })
  for (let call = 0; call < 20; call += 1) expect((await ask()).status).toBe(503)
  server.clock.pass(1000)
  await ask()
  const lines = logged.map((line): unknown => JSON.parse(line))
  expect(lines).toEqual([
    [
      'error',
      'database unavailable',
      expect.objectContaining({ failed: 1, error: expect.stringContaining('at ') }),
    ],
    [
      'error',
      'database unavailable',
      expect.objectContaining({ failed: 20, error: 'disk I/O error' }),
    ],
  ])
})

test('an error has a code with params beside its sentence', async ({ server }) => {
  const token = await makeSession(server, await makeUser(server))
  const body = { flag_type: 'red', value: 'bad.example' }
  await server.post('/api/flags/add', { token, body })
  const again = await server.post('/api/flags/add', { token, body })
  const sentence = 'bad.example has a red flag already. Remove that one first to change it.'
  const params = { value: 'bad.example', flag_type: 'red' }
  expect(again.body).toEqual({
    success: false,
    ...{ detail: sentence, error: sentence, message: sentence },
    ...{ code: 'flag_exists', params },
    fields: [{ field: 'value', code: 'flag_exists', params }],
  })
})

test('invalid input names every field that is wrong, and how', async ({ server }) => {
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const body = {
    name: 'x'.repeat(121),
    industry: 'farming',
    contact_email: 'nowhere',
    employee_count: 10_000_001,
    // One error for each field, the first that is found.
    phone: `${'1'.repeat(99)}\n${'1'.repeat(99)}`,
    founded: 1950,
  }
  const answer = await server.post('/api/admin/organizations/detailed', { token, body })
  expect(answer).toMatchObject({ status: 422, code: 'invalid_input', params: {} })
  expect(answer.detail).toBe('name: must not be longer than 120')
  expect(answer.fields).toEqual([
    { field: 'name', code: 'too_long', params: { max: 120 } },
    {
      field: 'industry',
      code: 'not_one_of',
      params: { allowed: ['finance', 'health_tech', 'insurance', 'other'] },
    },
    { field: 'contact_email', code: 'not_an_email', params: {} },
    { field: 'phone', code: 'not_one_line', params: {} },
    { field: 'employee_count', code: 'too_high', params: { max: 10_000_000 } },
    { field: 'founded', code: 'unknown', params: {} },
  ])
})

test('of two names that are taken both fields are named', async ({ server }) => {
  const organization_id = await makeOrganization(server)
  await makeUser(server, { username: 'rania', email: 'rania@clinic.example' })
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const body = {
    ...{ username: 'rania', email: 'rania@clinic.example', full_name: 'Rania' },
    ...{ role: 'employee', organization_id, password: 'violet kettle drum' },
  }
  const answer = await server.post('/api/admin/users/detailed', { token, body })
  expect(answer).toMatchObject({ status: 409, code: 'taken' })
  expect(answer.fields.map(({ field }) => field)).toEqual(['username', 'email'])
})

test('an invalid item of a list is named by its place', async ({ server, user }) => {
  const token = await makeGatewayKey(server, user.organizationId)
  const body = makeScan({ recipient: user.email, indicators: ['Urgent wording', ''] })
  const answer = await server.post('/api/scans', { token, body })
  expect(answer.fields).toEqual([{ field: 'indicators[1]', code: 'empty', params: {} }])
})
