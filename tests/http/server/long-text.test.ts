import { expect, test } from 'vitest'
import { longRequests } from '../../support/long-text/requests.ts'
import { findStalls } from '../../support/long-text/run.ts'
import { longScimRequests } from '../../support/long-text/scim-requests.ts'
import { type KindOfText, kindsOfText } from '../../support/long-text/texts.ts'
import { createTestServer } from '../../support/server/server.ts'
import { allCalls } from '../../support/worlds/contract.ts'

/** The kind whose time grows most; every field gets one of the others in turn. */
const slowest: readonly KindOfText[] = ['combining marks']

/** The calls in turn, so that a part takes a busy machine some tens of seconds. */
const parts = [0, 1, 2, 3]

test.each(parts)(
  'no body of a call holds up all other calls (part %d)',
  {
    timeout: 120_000,
  },
  async (part) => {
    const calls = allCalls.filter((_, index) => index % parts.length === part)
    const { problems, unread, tried } = await findStalls(longRequests(calls, slowest, kindsOfText))
    expect(problems).toEqual([])
    expect(unread).toEqual([])
    expect(tried).toBeGreaterThan(160)
  },
)

test('nothing that an identity provider sends holds up all other calls', async () => {
  const { problems, unread, tried } = await findStalls(longScimRequests(slowest))
  expect(problems).toEqual([])
  expect(unread).toEqual([])
  expect(tried).toBeGreaterThan(30)
})

test('JSON of more than 10,000 levels is refused before it is parsed', async () => {
  await using server = await createTestServer()
  const nested = (levels: number) => `{"username":${'['.repeat(levels)}"]"${']'.repeat(levels)}}`
  const signIn = (levels: number) => server.post('/api/auth/login', { body: nested(levels) })
  expect(await signIn(9999)).toMatchObject({ status: 422, code: 'invalid_input' })
  expect(await signIn(10_000)).toMatchObject({ status: 400, code: 'bad_json' })
  const brackets = JSON.stringify({ username: `"${'['.repeat(20_000)}`, password: 'x' })
  expect(await server.post('/api/auth/login', { body: brackets })).toMatchObject({ status: 422 })
})
