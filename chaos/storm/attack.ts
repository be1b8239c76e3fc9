import { openByUrl } from '../../bench/database.ts'
import { makeOrganization, makeSession, makeUser } from '../../tests/support/factories.ts'
import { type Attack, bothEngines, type Result, tell } from '../prove/attack.ts'
import { impactOn, othersExpected, tellWaits, watchBystanders } from '../prove/bystanders.ts'
import { startUnderAttack } from '../prove/server-under-attack.ts'
import { type GoodFigures, password, signInAll } from './legitimate-users.ts'
import type { Answered } from './sign-in.ts'
import { storm } from './storm.ts'

const stormMs = 20_000
const legitimateUsers = 20
/** The queue of sign-ins is about four seconds long where there are two processors for it. */
const longestAnswerMs = 10_000
/** What the documents promise to whoever is to come again. */
const words = new Map([
  [429, 'Too many failed sign-ins. Try again later.'],
  [503, 'The server is busy with the passwords of other people. Try again in a moment.'],
])

export const stormAttack: Attack = {
  name: 'storm',
  engines: bothEngines,
  async try(stage) {
    const databaseUrl = await stage.newDatabase()
    const { usernames, token } = await prepare(databaseUrl)
    await using server = await startUnderAttack(databaseUrl, { TRUST_PROXY: '1' })
    await using others = await watchBystanders(server.url, token)
    const { value, waits } = await others.during(() =>
      Promise.all([storm(server.url, stormMs), signInAll(server.url, usernames, stormMs)]),
    )
    const [guessed, good] = value
    const problems = [
      ...problemsOf(guessed, [401, 429, 503]),
      ...problemsOf(good.answered, [200, 429, 503]),
      ...(good.signedIn > 0 ? [] : ['nobody good got in']),
      ...(guessed.some(({ status }) => status === 503) ? [] : ['it was no storm']),
      ...impactOn(others, waits),
      ...server.failures().map((line) => `logged ${line}`),
    ]
    return [rowOf(guessed, good, tellWaits(others, waits), problems)]
  },
}

async function prepare(databaseUrl: string) {
  const database = await openByUrl(databaseUrl)
  const place = { database, clock: () => new Date() }
  const organizationId = await makeOrganization(place)
  const users = await Promise.all(
    Array.from({ length: legitimateUsers }, () => makeUser(place, { organizationId, password })),
  )
  const token = await makeSession(place, await makeUser(place, { organizationId }))
  await database.destroy()
  return { usernames: users.map(({ username }) => username), token }
}

function problemsOf(answered: readonly Answered[], statuses: readonly number[]): string[] {
  const others = answered.filter(({ status }) => !statuses.includes(status))
  const late = answered.filter(({ ms }) => ms > longestAnswerMs)
  const mute = answered.filter((answer) => words.has(answer.status) && !saysWhen(answer))
  return [
    ...others.map(({ status, text }) => `a sign-in was answered ${status} ${text}`),
    ...mute.map(({ status, text }) => `a ${status} does not say when to come again: ${text}`),
    ...late.map(({ ms }) => `a sign-in was answered after ${ms.toFixed(0)} ms`),
  ]
}

function saysWhen({ status, text, retryAfterSeconds }: Answered): boolean {
  return retryAfterSeconds >= 1 && text.includes(`"detail":"${words.get(status)}"`)
}

function rowOf(
  guessed: readonly Answered[],
  good: GoodFigures,
  others: string,
  problems: readonly string[],
): Result {
  const statuses = Map.groupBy(guessed, ({ status }) => status)
  const counts = [...statuses].map(([status, { length }]) => `${length} × ${status}`).join(', ')
  const longest = Math.max(...[...guessed, ...good.answered].map(({ ms }) => ms))
  const figures = `${counts}; ${good.signedIn} of ${legitimateUsers} good people got in; longest answer ${longest.toFixed(0)} ms; ${others}`
  return {
    fault: 'wrong sign-ins from everywhere, 300 at once',
    tried: guessed.length,
    expected: `401, 429 or 503 within ${longestAnswerMs / 1000} s, in words and with a Retry-After, good people get in; ${othersExpected}`,
    seen: problems.length === 0 ? figures : `${figures}; ${tell(problems)}`,
    holds: problems.length === 0,
  }
}
