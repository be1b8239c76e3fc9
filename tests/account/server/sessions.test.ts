import { expect } from 'vitest'
import { listSessionsEndpoint } from '../../../contract/account/own-sessions.ts'
import type { TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const minuteMs = 60_000
const password = 'correct horse battery'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function list(server: TestServer, token: string) {
  return (await server.get('/api/account/sessions', { token })).output(listSessionsEndpoint)
    .sessions
}

const isOpen = async (server: TestServer, token: string) =>
  (await server.get('/api/auth/session', { token })).status === 200

test('users see where they are signed in, and no token or part of one', async ({ server }) => {
  const user = await makeUser(server, { username: 'rania', password })
  const stranger = await makeUser(server)
  await makeSession(server, stranger, { browser: 'Chrome', system: 'Linux', address: '192.0.2.9' })
  const began = server.clock().toISOString()
  const answer = await server.app.request(
    '/api/auth/login',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': firefox },
      body: JSON.stringify({ username: 'rania', password }),
    },
    { incoming: { socket: { remoteAddress: '192.0.2.7' } } },
  )
  const { access_token: other } = JSON.parse(await answer.text())
  server.clock.pass(5 * minuteMs)
  const token = await makeSession(server, user)
  const shown = await server.get('/api/account/sessions', { token })
  expect(shown.body).toEqual({
    sessions: [
      {
        id: expect.any(String),
        browser: '',
        system: '',
        address: '',
        created_at: server.clock().toISOString(),
        last_used_at: server.clock().toISOString(),
        scope: 'site',
        is_current: true,
      },
      {
        id: expect.any(String),
        browser: 'Firefox',
        system: 'Windows',
        address: '192.0.2.7',
        created_at: began,
        last_used_at: began,
        scope: 'site',
        is_current: false,
      },
    ],
  })
  const rows = await server.database.selectFrom('sessions').select('token_hash').execute()
  for (const secret of [token, other, ...rows.map(({ token_hash }) => token_hash)]) {
    expect(shown.text).not.toContain(secret)
    for (const { id } of await list(server, token)) expect(secret).not.toContain(String(id))
  }
})

test('sessions that have ended or were used in the future are not shown', async ({ server }) => {
  const user = await makeUser(server)
  await makeSession(server, user)
  server.clock.pass(61 * minuteMs)
  const token = await makeSession(server, user)
  expect(await list(server, token)).toHaveLength(1)
  server.clock.pass(10 * minuteMs)
  await makeSession(server, user)
  server.clock.pass(-9 * minuteMs)
  expect(await list(server, token)).toMatchObject([{ is_current: true }])
})

test('users end one of their sessions, and no other', async ({ server, user }) => {
  const ended = await makeSession(server, user, { browser: 'Chrome' })
  const kept = await makeSession(server, user, { browser: 'Safari' })
  const token = await makeSession(server, user)
  const { id } = (await list(server, token)).find(({ browser }) => browser === 'Chrome') ?? {}
  expect((await server.delete(`/api/account/sessions/${id}`, { token })).status).toBe(200)
  expect(await isOpen(server, ended)).toBe(false)
  expect(await isOpen(server, kept)).toBe(true)
  expect(await isOpen(server, token)).toBe(true)
  const again = await server.delete(`/api/account/sessions/${id}`, { token })
  expect(again).toMatchObject({ status: 404, code: 'unknown_session' })
})

test("another user's session cannot be ended", async ({ server }) => {
  const stranger = await makeUser(server)
  const theirs = await makeSession(server, stranger)
  const [{ id } = { id: '' }] = await list(server, theirs)
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  expect((await server.delete(`/api/account/sessions/${id}`, { token })).status).toBe(404)
  expect(await isOpen(server, theirs)).toBe(true)
})

test('users end all their other sessions', async ({ server, user }) => {
  const others = [await makeSession(server, user), await makeSession(server, user)]
  const theirs = await makeSession(server, await makeUser(server))
  const token = await makeSession(server, user)
  expect((await server.delete('/api/account/sessions', { token })).status).toBe(200)
  for (const other of others) expect(await isOpen(server, other)).toBe(false)
  expect(await isOpen(server, theirs)).toBe(true)
  expect(await list(server, token)).toMatchObject([{ is_current: true }])
  const acts = server.database.selectFrom('audit').selectAll().where('action', '=', 'session-end')
  expect(await acts.execute()).toMatchObject([{ actor_id: user.id, detail: 'others' }])
})
