import { median, spread } from '../statistics.ts'
import { type Client, requestText } from './load.ts'

const connections = 8

interface Door {
  readonly port: number
  readonly usernames: readonly string[]
  readonly password: string
}

/** @returns sign-ins that succeed per second */
export async function measureSignIns(
  client: Client,
  { port, usernames, password }: Door,
  ms: number,
): Promise<number> {
  const requests = usernames.map((username) => signInText(username, password))
  const { latenciesMs, seconds } = await client.load({ port, requests, connections, ms })
  return latenciesMs.length / seconds
}

/**
 * Whether waiting tells who has an account: a wrong password for somebody known and for somebody
 * unknown in turn, one after the other.
 */
export async function compareStrangers(
  client: Client,
  { port, usernames }: Door,
  pairs: number,
): Promise<{ knownMs: number; unknownMs: number; spread: number }> {
  const requests = usernames.flatMap((username) => [
    signInText(username, 'not the password'),
    signInText(`no-${username}`, 'not the password'),
  ])
  const load = { port, requests, connections: 1, ms: Number.POSITIVE_INFINITY, count: 2 * pairs }
  const { latenciesMs } = await client.load(load, 401)
  const every = (rest: number) => latenciesMs.filter((_, position) => position % 2 === rest)
  return { knownMs: median(every(0)), unknownMs: median(every(1)), spread: spread(every(1)) }
}

function signInText(username: string, password: string): string {
  return requestText('POST', '/auth/login', { body: { username, password } })
}
