import { makeSession } from '../../tests/support/factories.ts'
import { openByUrl } from '../database.ts'
import type { Rate } from './figures.ts'
import { type Filled, fill, password, type Size } from './fill.ts'
import { type Effort, interleave } from './interleave.ts'
import { type Client, requestText, startClient } from './load.ts'
import { compareStrangers, measureSignIns } from './logins.ts'
import { compareReads } from './reads.ts'
import { startFloor, startServer, type Target } from './targets.ts'
import { compareWrites } from './writes.ts'

export interface Plan {
  /** DATABASE_URLs of two empty databases. */
  readonly large: string
  readonly small: string
  readonly size: Size
  readonly rounds: number
  readonly roundMs: number
  readonly pairsOfSignIns: number
  readonly say: (line: string) => void
}

export type ServerFigures = Awaited<ReturnType<typeof measureServer>>

/** However large the other database is, this one is as in the first days. */
const smallSize: Size = { organizations: 10, users: 1000, scans: 10_000 }

/** Fills both databases, starts the servers and the floor, and asks for all figures. */
export async function measureServer(plan: Plan) {
  const { say } = plan
  const large = await prepare(plan.large, plan.size)
  say(`filled ${plan.size.users} people and ${plan.size.scans} scans in ${large.seconds} s`)
  const small = await prepare(plan.small, smallSize)
  await using server = await startServer(plan.large)
  await using other = await startServer(plan.small)
  await using floor = await startFloor(plan.large)
  using client = startClient()
  const effort: Effort = { rounds: plan.rounds, ms: plan.roundMs, connections: 32 }
  const read = async (path: string, tokens: readonly string[]) => {
    say(`reading ${path}`)
    return compareReads(client, { server, floor }, path, tokens, effort)
  }
  const reads = {
    'employee dashboard, 50 threats': await read('/dashboard/employee', large.busy),
    'employee dashboard, a few threats': await read('/dashboard/employee', large.quiet),
    'own flags': await read('/flags/list', large.busy),
    'session check': await read('/auth/me', large.busy),
    'team dashboard': await read('/dashboard/team', [large.lead]),
    'admin dashboard': await read('/admin/dashboard', [large.admin]),
    'first 50 of all users': await read('/admin/users?limit=50', [large.admin]),
    'first 50 organizations': await read('/admin/organizations?limit=50', [large.admin]),
  }
  say('reading while data grows')
  const growth = await measureGrowth(client, server, other, large, small, effort)
  const firstPage = await readAlone(
    client,
    { server, floor },
    '/admin/users?limit=50',
    large.admin,
    effort,
  )
  say('reporting scans')
  const mailed = { key: large.key, recipients: large.recipients }
  const report = (batch: number) => compareWrites(client, { server, floor }, mailed, batch, effort)
  const writes = {
    'scans, one in a request': await report(1),
    'scans, 100 in a request': await report(100),
  }
  const wholeMs = plan.rounds * plan.roundMs
  say('signing in')
  const door = { port: server.port, usernames: large.usernames, password }
  return {
    reads,
    growth,
    firstPage,
    writes,
    signInsPerSecond: await measureSignIns(client, door, wholeMs),
    strangers: await compareStrangers(client, door, plan.pairsOfSignIns),
    startMs: server.startMs,
    peakMemoryMb: server.peakMemoryMb(),
  }
}

async function prepare(url: string, size: Size) {
  const started = performance.now()
  const database = await openByUrl(url)
  const filled = await fill(database, size)
  const place = { database, clock: () => new Date() }
  const tokensOf = (users: Filled['busy']) =>
    Promise.all(users.map((user) => makeSession(place, user)))
  const readers = [...filled.busy, ...filled.quiet]
  const prepared = {
    busy: await tokensOf(filled.busy),
    quiet: await tokensOf(filled.quiet),
    admin: await makeSession(place, filled.admin),
    lead: await makeSession(place, filled.lead),
    key: filled.gatewayKey,
    recipients: readers.map(({ email }) => email),
    usernames: readers.map(({ username }) => username),
    seconds: Math.round((performance.now() - started) / 1000),
  }
  await database.destroy()
  return prepared
}

/** The same people with the same mail, among many others and among few. */
async function measureGrowth(
  client: Client,
  large: Target,
  small: Target,
  ofLarge: { readonly quiet: readonly string[] },
  ofSmall: { readonly quiet: readonly string[] },
  effort: Effort,
): Promise<{ large: Rate; small: Rate }> {
  const requestsOf = (tokens: readonly string[]) =>
    tokens.map((token) => requestText('GET', '/dashboard/employee', { token }))
  const rateOf = await interleave(
    client,
    {
      large: { target: large, requests: requestsOf(ofLarge.quiet) },
      small: { target: small, requests: requestsOf(ofSmall.quiet) },
    },
    effort,
  )
  return { large: rateOf('large'), small: rateOf('small') }
}

/** One connection at a time, without any other load. */
async function readAlone(
  client: Client,
  { server, floor }: { readonly server: Target; readonly floor: Target },
  path: string,
  token: string,
  effort: Effort,
): Promise<{ server: Rate; floor: Rate }> {
  const requests = [requestText('GET', path, { token })]
  const rateOf = await interleave(
    client,
    { server: { target: server, requests }, floor: { target: floor, requests } },
    { ...effort, connections: 1 },
  )
  return { server: rateOf('server'), floor: rateOf('floor') }
}
