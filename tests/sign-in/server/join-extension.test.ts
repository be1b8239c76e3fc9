import { afterEach, beforeEach, expect, test } from 'vitest'
import { listSessionsEndpoint } from '../../../contract/account/own-sessions.ts'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import {
  joinExtensionEndpoint,
  makeJoinCodeEndpoint,
} from '../../../contract/sign-in/join-extension.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { allCalls, nameOf } from '../../support/worlds/contract.ts'
import {
  changeUser,
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0'

let server: TestServer
let user: MadeUser
let token: string
beforeEach(async () => {
  server = await createTestServer()
  user = await makeUser(server, { full_name: 'Rania Khoury', role: 'super_admin' })
  token = await makeSession(server, user)
})
afterEach(() => server[Symbol.asyncDispose]())

async function makeCode(as = token): Promise<string> {
  return (await server.post('/api/account/extension-code', { token: as })).output(
    makeJoinCodeEndpoint,
  ).code
}

/** From an address of its own each time, unless it is named. */
let addresses = 0
async function join(code: string, from?: string) {
  addresses += 1
  const address = from ?? `192.0.2.${addresses}`
  const answer = await server.app.request(
    '/api/auth/extension',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': chrome },
      body: JSON.stringify({ code }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  )
  const { access_token = '', code: error = '' } = JSON.parse(await answer.text())
  return { status: answer.status, token: String(access_token), error: String(error) }
}

const isAlive = async (extension: string) =>
  (await server.post('/api/auth/logout', { token: extension })).status === 200

test('an extension joins by a code, however it is typed, and is one of the sessions until it is ended', async () => {
  const code = await makeCode()
  expect(code).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/)
  const answer = await server.post('/api/auth/extension', {
    body: { code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` },
    headers: { 'user-agent': chrome },
  })
  const { access_token, full_name } = answer.output(joinExtensionEndpoint)
  expect(full_name).toBe('Rania Khoury')
  const list = async () =>
    (await server.get('/api/account/sessions', { token })).output(listSessionsEndpoint).sessions
  const joined = (await list()).find(({ scope }) => scope === 'extension')
  expect(joined).toMatchObject({ browser: 'Chrome', system: 'Linux', is_current: false })
  const rows = await server.database.selectFrom('sessions').selectAll().execute()
  const challenges = await server.database.selectFrom('factor_challenges').selectAll().execute()
  for (const secret of [access_token, code.replaceAll('-', '')]) {
    expect(JSON.stringify([rows, challenges])).not.toContain(secret)
  }
  const act = { actor_id: user.id, detail: 'extension' }
  expect(await server.acts('sign-in')).toMatchObject([act])
  expect((await server.delete(`/api/account/sessions/${joined?.id}`, { token })).status).toBe(200)
  expect(await list()).toMatchObject([{ scope: 'site' }])
  expect(await isAlive(access_token)).toBe(false)
})

test('its token makes the calls for extensions, and no other call of its user', async () => {
  const { token: extension } = await join(await makeCode())
  const refused: string[] = []
  const expected: string[] = []
  for (const endpoint of allCalls) {
    if (endpoint.access === 'public' || isForGateways(endpoint.access)) continue
    if (endpoint.isForExtensions) continue
    const path = `/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`
    const { code } = await (endpoint.method === 'GET'
      ? server.get(path, { token: extension })
      : endpoint.method === 'DELETE'
        ? server.delete(path, { token: extension })
        : server.post(path, { token: extension, body: {} }))
    expected.push(nameOf(endpoint))
    if (code === 'not_for_extensions') refused.push(nameOf(endpoint))
  }
  expect(expected.length).toBeGreaterThan(60)
  expect(refused).toEqual(expected)
  const health = await server.get('/api/health', { token: extension })
  expect(health.body).toEqual({ status: 'ok' })
  expect((await server.acts('refused')).length).toBeGreaterThan(0)
})

test.each([
  ['was used before', async (code: string) => void (await join(code))],
  ['is five minutes old', () => server.clock.pass(5 * minuteMs)],
  ['was followed by another one', async () => void (await makeCode())],
  ['was made by a session that has ended', () => server.post('/api/auth/logout', { token })],
  ['is of a user who was deactivated', () => changeUser(server, user.id, { is_active: 0 })],
  ['was made before the clock was set back', () => server.clock.pass(-10 * minuteMs)],
] as const)('a code that %s joins nothing', async (_, happen) => {
  const code = await makeCode()
  await happen(code)
  expect(await join(code)).toMatchObject({ status: 422, error: 'wrong_join_code', token: '' })
})

test('two that use a code at once get one token', async () => {
  const code = await makeCode()
  const answers = await Promise.all([join(code), join(code)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('wrong codes are limited for an address', async () => {
  for (let index = 0; index < 30; index += 1) await join(`zz${index + 10}-aaaa-bbbb`, '192.0.2.200')
  const code = await makeCode()
  expect((await join(code, '192.0.2.200')).error).toBe('too_many_sign_ins')
  expect((await join(code, '192.0.2.201')).status).toBe(200)
})

test('wrong codes are limited for an organization, from wherever they come, and for no other', async () => {
  const code = await makeCode()
  for (let index = 0; index < 30; index += 1) {
    expect((await join(`${code.slice(0, 4)}-aaaa-bb${index + 10}`)).error).toBe('wrong_join_code')
  }
  expect((await join(code)).error).toBe('too_many_sign_ins')
  const elsewhere = await makeUser(server, { organizationId: await makeOrganization(server) })
  const theirs = await makeCode(await makeSession(server, elsewhere))
  expect((await join(theirs)).status).toBe(200)
  server.clock.pass(16 * minuteMs)
  expect((await join(await makeCode(await makeSession(server, user)))).status).toBe(200)
})

test('a token outlives the idle time of the site, but not a month without use', async () => {
  const { token: used } = await join(await makeCode())
  const { token: unused } = await join(await makeCode())
  server.clock.pass(29 * dayMs)
  const listed = async () => {
    const session = await makeSession(server, user)
    const { sessions } = (await server.get('/api/account/sessions', { token: session })).output(
      listSessionsEndpoint,
    )
    return sessions.filter(({ scope }) => scope === 'extension').length
  }
  expect(await listed()).toBe(2)
  expect(await isAlive(used)).toBe(true)
  server.clock.pass(2 * dayMs)
  expect(await listed()).toBe(0)
  expect(await isAlive(unused)).toBe(false)
})

test('the origin of an extension may make its calls from a browser, and no other call', async () => {
  const ask = async (path: string, origin: string) => {
    const answer = await server.app.request(`/api${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    return answer.headers.get('access-control-allow-origin')
  }
  for (const origin of ['chrome-extension://abcdefgh', 'moz-extension://0198-a3c2']) {
    expect(await ask('/auth/extension', origin)).toBe(origin)
    expect(await ask('/account/sessions', origin)).toBe(null)
  }
  for (const origin of ['https://page.example', 'chrome-extension://a.example/x', 'null']) {
    expect(await ask('/auth/extension', origin)).toBe(null)
  }
})
