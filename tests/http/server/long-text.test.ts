import { expect, test } from 'vitest'
import { longRequests } from '../../support/long-text/requests.ts'
import { findStalls } from '../../support/long-text/run.ts'
import { kindsOfText } from '../../support/long-text/texts.ts'
import { createTestServer } from '../../support/server/server.ts'

/** The kinds whose time grows most, again and again among all. */
const kinds = kindsOfText.flatMap((kind) => [kind, 'a domain', 'combining marks'] as const)

test('no body of a call holds up all other calls', async () => {
  const { problems, unread, tried } = await findStalls(longRequests(kinds))
  expect(problems).toEqual([])
  expect(unread).toEqual([])
  expect(tried).toBeGreaterThan(300)
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
