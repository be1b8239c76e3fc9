import { expect, test } from 'vitest'
import { withLinks } from '../../support/browser/links.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'

const rounds = 60
const splits = 1000

/** A generator of numbers from 0 to 1 that is the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
}

/** How far the medians of two halves of one group differ at most, over many random halves. */
function differenceWithin(times: readonly number[], random: () => number): number {
  const half = times.length / 2
  const differences = Array.from({ length: splits }, () => {
    const mixed = shuffled(times, random)
    return Math.abs(median(mixed.slice(0, half)) - median(mixed.slice(half)))
  })
  return Math.max(...differences)
}

test('the time of the answer does not say whether there is such a user', {
  timeout: 120_000,
}, async () => {
  await using server = await createTestServer({
    services: { ...withLinks.services, trustedProxies: 1 },
  })
  const { organizationId } = await makeUser(server)
  const random = createRandom(2027)
  // Chance tells the groups apart once in many runs, and what a user costs each time.
  let isTold = true
  for (let tries = 0; tries < 3 && isTold; tries += 1) isTold = await isToldByTime(tries)
  expect(isTold).toBe(false)

  async function isToldByTime(tries: number): Promise<boolean> {
    const requests: { isKnown: boolean; login: string }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { username } = await makeUser(server, {
        password: 'violet kettle drum',
        organizationId,
      })
      requests.push({ isKnown: true, login: username })
      requests.push({ isKnown: false, login: username.replace('person', 'parson') })
    }
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (const [at, { isKnown, login }] of shuffled(requests, random).entries()) {
      const headers = { 'x-forwarded-for': `192.0.${tries}.${at}` }
      const start = performance.now()
      const { text } = await server.post('/api/auth/login/forgotten-password', {
        body: { login },
        headers,
      })
      times[isKnown ? 'known' : 'unknown'].push(performance.now() - start)
      expect(text).toBe('{"success":true}')
    }
    const between = Math.abs(median(times.known) - median(times.unknown))
    const within = Math.max(
      differenceWithin(times.known, random),
      differenceWithin(times.unknown, random),
    )
    return between > within
  }
})
