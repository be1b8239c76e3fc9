import { expect, test } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import {
  extendSessionEndpoint,
  showSessionEndpoint,
} from '../../../contract/sign-in/own-session.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const minuteMs = 60_000

async function signedIn() {
  const server = await createTestServer({ limits: { sessionIdleMinutes: 30 } })
  const token = await makeSession(server, await makeUser(server))
  const left = {
    seen: async () =>
      (await server.get('/api/auth/session', { token })).output(showSessionEndpoint)
        .idle_seconds_left,
    extended: async () =>
      (await server.post('/api/auth/session', { token })).output(extendSessionEndpoint)
        .idle_seconds_left,
    asMe: async () =>
      (await server.get('/api/auth/me', { token })).output(meEndpoint).idle_seconds_left,
  }
  return { server, token, left, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('looking at a session reports its end without extending it', async () => {
  await using given = await signedIn()
  for (const minutes of [30, 20, 10]) {
    expect(await given.left.seen()).toBe(minutes * 60)
    given.server.clock.pass(10 * minuteMs)
  }
  expect((await given.server.get('/api/auth/session', { token: given.token })).status).toBe(401)
})

test('extending a session postpones its end, and so does any call that a user causes', async () => {
  await using given = await signedIn()
  given.server.clock.pass(29 * minuteMs)
  expect(await given.left.extended()).toBe(30 * 60)
  given.server.clock.pass(29 * minuteMs)
  expect(await given.left.seen()).toBe(60)
  expect(await given.left.asMe()).toBe(30 * 60)
  given.server.clock.pass(29 * minuteMs)
  expect(await given.left.seen()).toBe(60)
})
