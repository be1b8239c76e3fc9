import { setTimeout } from 'node:timers/promises'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { type Answer, type Client, openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { median } from '../../../tests/support/server/statistics.ts'
import { times } from '../../../tests/support/until.ts'
import { makeOrganization, makeSession, makeUser } from '../../../tests/support/worlds/factories.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
import {
  dashboardReadersExpected,
  problemsOfReaders,
  watchDashboardReaders,
} from '../prove/bystanders.ts'

const rounds = 3
const stormMs = 7000
const attackers = 300
/** The pause of each attacker; together they are a thousand a second. */
const pauseMs = 250
const legitimateUsers = 20
/** Two words that no list of common passwords has. */
const password = 'violet kettle drum'
/** The queue of sign-ins is about four seconds long where there are two processors for it. */
const longestAnswerMs = 10_000
/** Or so many times as long as a sign-in takes by itself, where the machine is busy otherwise. */
const longestTimesAlone = 200
/** The documents' promises where a sign-in has to be repeated. */
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
    await using server = await startServer(databaseUrl, { TRUST_PROXY: '1' })
    await using readers = await watchDashboardReaders(server.url, token)
    const guess = guesser(server.url)
    const alone = await signInAlone(server.url, usernames)
    const comparison = await readers.compare(
      () => Promise.all([guess(), signInAll(server.url, usernames)]),
      rounds,
    )
    alone.push(...(await signInAlone(server.url, usernames)))
    const mostMs = Math.max(longestAnswerMs, longestTimesAlone * median(alone))
    const guessed = comparison.values.flatMap(([answers]) => answers)
    const answered = comparison.values.flatMap(([, signIns]) => signIns)
    const signedIn = answered.filter(({ status }) => status === 200).length
    const statuses = Map.groupBy(guessed, ({ status }) => status)
    const counts = [...statuses].map(([status, { length }]) => `${length} × ${status}`).join(', ')
    const longestMs = Math.max(...[...guessed, ...answered].map(({ ms }) => ms))
    return [
      row({
        fault: 'wrong sign-ins from everywhere, 300 at once',
        tried: guessed.length,
        expected: `401, 429 or 503 within ${longestAnswerMs / 1000} s or ${longestTimesAlone} calm sign-ins, in words and with a Retry-After, good people get in; ${dashboardReadersExpected}`,
        figures: `${counts}; ${signedIn} of ${rounds * legitimateUsers} good people got in; longest answer ${longestMs.toFixed(0)} ms, of a calm sign-in ${median(alone).toFixed(0)} ms; ${comparison.figures}`,
        problems: [
          ...problemsOf(guessed, [401, 429, 503]),
          ...problemsOf(answered, [200, 429, 503]),
          ...(longestMs > mostMs ? ['an answer comes too late'] : []),
          ...(signedIn > 0 ? [] : ['no legitimate user got in']),
          ...(statuses.has(503) ? [] : ['it was no storm']),
          ...problemsOfReaders(comparison),
          ...server.failures().map((line) => `logged ${line}`),
        ],
      }),
    ]
  },
}

async function prepare(databaseUrl: string) {
  await using place = await openPlace(databaseUrl)
  const organizationId = await makeOrganization(place)
  const users = await times(legitimateUsers, () => makeUser(place, { organizationId, password }))
  const token = await makeSession(place, await makeUser(place, { organizationId }))
  return { usernames: users.map(({ username }) => username), token }
}

/** Every attempt is from another address and with another username, so that no limit stops it. */
function guesser(url: string) {
  let attempts = 0
  return async (): Promise<Answer[]> => {
    const end = performance.now() + stormMs
    const answered: Answer[] = []
    await times(attackers, async () => {
      using client = openClient(url)
      while (performance.now() < end) {
        attempts += 1
        const address = `10.${[16, 8, 0].map((bits) => (attempts >> bits) & 255).join('.')}`
        answered.push(await signIn(client, `guessed-${attempts}`, address, 'wrong horse battery'))
        await setTimeout(pauseMs)
      }
    })
    return answered
  }
}

/** Each signs in once, and again when they were told to, until time is up. */
async function signInAll(url: string, usernames: readonly string[]): Promise<Answer[]> {
  const end = performance.now() + stormMs
  const answered: Answer[] = []
  await times(usernames.length, async (position) => {
    // One after the other, over half of the time.
    await setTimeout((stormMs * position) / (2 * usernames.length))
    using client = openClient(url)
    const username = usernames[position] ?? ''
    let status = 0
    while (status !== 200 && performance.now() < end) {
      const answer = await signIn(client, username, `192.0.2.${position + 1}`)
      answered.push(answer)
      status = answer.status
      await setTimeout(answer.retryAfterSeconds * 1000)
    }
  })
  return answered
}

/** One after the other, without a storm. @returns how long each took */
async function signInAlone(url: string, usernames: readonly string[]): Promise<number[]> {
  using client = openClient(url)
  const took: number[] = []
  for (const username of usernames) {
    const { status, ms } = await signIn(client, username, '192.0.2.255')
    if (status !== 200) throw new Error(`a calm sign-in was answered ${status}`)
    took.push(ms)
  }
  return took
}

/** @param address as a reverse proxy would pass it on */
function signIn({ send }: Client, username: string, address: string, given = password) {
  const headers = { 'x-forwarded-for': address }
  return send('POST', '/auth/login', { body: { username, password: given }, headers })
}

function problemsOf(answered: readonly Answer[], expected: readonly number[]): string[] {
  return answered.flatMap(({ status, text, retryAfterSeconds }) => {
    const detail = words.get(status)
    const isMute =
      detail !== undefined && !(retryAfterSeconds >= 1 && text.includes(`"detail":"${detail}"`))
    return [
      ...(expected.includes(status) ? [] : [`a sign-in was answered ${status} ${text}`]),
      ...(isMute ? [`a ${status} does not say when to come again: ${text}`] : []),
    ]
  })
}
