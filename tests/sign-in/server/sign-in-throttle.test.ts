import { expect, test } from 'vitest'
import { createHashingQueue } from '../../../server/sign-in/passwords/passwords.ts'
import { createSignInThrottle } from '../../../server/sign-in/passwords/sign-in-limits.ts'
import { signIn } from '../../support/browser/sign-in.ts'
import { cheapPasswords } from '../../support/server/cheap-passwords.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'

const password = 'correct horse battery'
const minuteMs = 60_000

/** The time limit of the queue is longer than the test takes on a slow machine. */
const passwords = { ...cheapPasswords(), inQueue: createHashingQueue(minuteMs) }

test('an address past its limit takes no place in the queue', {
  tags: ['R376'],
}, async () => {
  await using server = await createTestServer({
    services: { passwords },
    limits: { signInFailuresPerAddress: 3 },
  })
  await makeUser(server, { username: 'rania', password })
  const guess = (name: string) => signIn(server, name, 'wrong', '192.0.2.7')
  for (const name of ['a', 'b', 'c']) expect((await guess(name)).status).toBe(401)
  const first = await guess('d')
  const gate = Promise.withResolvers<void>()
  // Two are running, and all places but one are taken.
  const busy = Array.from({ length: 101 }, () =>
    server.services.passwords.inQueue(() => gate.promise),
  )
  const refused = await Promise.all(Array.from({ length: 120 }, (_, at) => guess(`name ${at}`)))
  const honest = signIn(server, 'rania', password, '192.0.2.8')
  gate.resolve()
  expect((await honest).status).toBe(200)
  await Promise.all(busy)
  expect(first.status).toBe(429)
  const words = await first.text()
  for (const answer of refused) {
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe(first.headers.get('retry-after'))
    expect(await answer.text()).toBe(words)
  }
})

test('the lock is read again from the database after seconds, because another server may clear it', {
  tags: ['R376'],
}, async () => {
  await using server = await createTestServer({ limits: { signInFailuresPerUsername: 1 } })
  await makeUser(server, { username: 'rania', password })
  await signIn(server, 'rania', 'wrong', '192.0.2.7')
  expect((await signIn(server, 'rania', password, '192.0.2.7')).status).toBe(429)
  await server.database.deleteFrom('login_failures').execute()
  server.clock.pass(4999)
  expect((await signIn(server, 'rania', password, '192.0.2.7')).status).toBe(429)
  server.clock.pass(1)
  expect((await signIn(server, 'rania', password, '192.0.2.7')).status).toBe(200)
})

/** A throttle with a clock that the test sets. */
function createScene(remembered?: number) {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const refusals = createSignInThrottle(() => new Date(now), remembered)
  return {
    refusals,
    pass(milliseconds: number) {
      now += milliseconds
    },
    isError(...keys: string[]) {
      try {
        refusals.check(...keys)
        return false
      } catch {
        return true
      }
    },
  }
}

test('a lock ends in time, even if it was cached a moment ago', () => {
  const { refusals, isError, pass } = createScene()
  refusals.remember('a', 1000)
  pass(999)
  expect(isError('a')).toBe(true)
  pass(1)
  expect([isError('a'), isError('a')]).toEqual([false, false])
})

test('a clock that is set back causes a new database query', { tags: ['R376'] }, () => {
  const { refusals, isError, pass } = createScene()
  refusals.remember('a', 15 * minuteMs)
  pass(-5000)
  expect(isError('a')).toBe(false)
})
