import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { baseLocale } from '../../../contract/core/locale.ts'
import { takeRspamdReportEndpoint } from '../../../contract/gateways/take-rspamd-report.ts'
import { isPostgresUrl } from '../../../server/core/database-address.ts'
import { readCounter } from '../../../server/database/counters.ts'
import { makeDays } from '../../../server/database/partitions/days.ts'
import { type Sentence, sentenceIn } from '../../../server/emails/sentences/sentence.ts'
import type { Scan } from '../../../server/emails/verdict.ts'
import { readReport } from '../../../server/gateways/rspamd/read-report.ts'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { figuresOf, startServer } from '../../../tests/support/server/running-server.ts'
import { median, spread } from '../../../tests/support/server/statistics.ts'
import { type Filled, fill, password, type Size } from './fill.ts'
import {
  compare,
  type Effort,
  type Loader,
  numberPlace,
  type Rate,
  requestText,
  startLoader,
  type Target,
} from './load.ts'

export interface Plan {
  /** DATABASE_URLs of two empty databases. */
  readonly large: string
  readonly small: string
  readonly size: Size
}

/** Of each kind of request, and how long each takes. */
const [rounds, roundMs] = [12, 500]

export type ServerFigures = Awaited<ReturnType<typeof measureServer>>

/** However large the other database is, this one is as in the first days. */
const smallSize: Size = { organizations: 10, users: 1000, scans: 10_000 }

type Compared = Readonly<Record<'server' | 'floor', Rate>>

export async function measureServer(plan: Plan) {
  await using opened = await openServers(plan)
  const { large, small, server, other, loader, effort, beside, read } = opened
  const reads = await readAll(opened, '')
  console.error('reading while data grows')
  // The same users with the same mail, among many others and among few.
  const [ofLarge, ofSmall] = await compare(
    loader,
    [
      { target: server, requests: readsOf('/dashboard/employee', large.quiet) },
      { target: other, requests: readsOf('/dashboard/employee', small.quiet) },
    ],
    effort,
  )
  const firstPage = await read(firstUsers, [large.admin], { ...effort, connections: 1 })
  console.error('reporting scans')
  const writes = {
    'scans, one in a request': await beside(reportsOf(large, 1)),
    'scans, 100 in a request': await beside(reportsOf(large, 100)),
  }
  console.error('reporting as rspamd')
  const [reports, scans] = await compareWays(loader, server, large, effort)
  console.error('signing in')
  const { usernames } = large
  const signIns = await loader.load({
    port: server.port,
    requests: usernames.map((username) => signInText(username, password)),
    connections: 8,
    ms: rounds * roundMs,
  })
  return {
    engine: engineOf(plan),
    reads,
    growth: { large: ofLarge, small: ofSmall },
    firstPage,
    writes,
    rspamd: { server: reports, floor: scans },
    signInsPerSecond: signIns.latenciesMs.length / signIns.seconds,
    strangers: await compareStrangers(loader, server, usernames),
  }
}

export async function measureReads(plan: Plan, only: string) {
  await using opened = await openServers(plan)
  return { engine: engineOf(plan), reads: await readAll(opened, only) }
}

type Opened = Awaited<ReturnType<typeof openServers>>

async function openServers(plan: Plan) {
  const started = performance.now()
  const large = await prepare(plan.large, plan.size)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.error(`filled ${plan.size.users} users and ${plan.size.scans} scans in ${seconds} s`)
  const small = await prepare(plan.small, smallSize)
  await using stack = new AsyncDisposableStack()
  const server = stack.use(await startServer(plan.large, unlimitedSignIns))
  const other = stack.use(await startServer(plan.small))
  console.error('waiting for the first run of housekeeping')
  for (const url of [plan.large, plan.small]) await untilHousekeepingEnds(url)
  const floor = stack.use(await startFloor(plan.large))
  const loader = stack.use(startLoader())
  const effort: Effort = { rounds, ms: roundMs, connections: 32 }

  const beside = async (requests: readonly string[], least = effort): Promise<Compared> => {
    const targets = [
      { target: server, requests },
      { target: floor, requests },
    ] as const
    const [ofServer, ofFloor] = await compare(loader, targets, least)
    return { server: ofServer, floor: ofFloor }
  }
  const read = async (path: string, tokens: readonly string[], least = effort) => {
    console.error(`reading ${path} over ${least.connections} connections`)
    for (const token of tokens) await requireSameBodies(server, floor, path, token)
    return beside(readsOf(path, tokens), least)
  }
  const opened = stack.move()
  return {
    ...{ large, small, server, other, loader, effort, beside, read },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const firstUsers = '/admin/users?limit=50'

/** @param only a part of the names of the calls */
async function readAll({ large, read }: Opened, only: string): Promise<Record<string, Compared>> {
  const calls: Readonly<Record<string, readonly [path: string, tokens: readonly string[]]>> = {
    'employee dashboard, 50 threats': ['/dashboard/employee', large.busy],
    'employee dashboard, a few threats': ['/dashboard/employee', large.quiet],
    'own messages': ['/messages', large.busy],
    'own messages, search of a tenth of all': ['/messages?q=sender-4242', [large.heavy]],
    'own flags': ['/flags/list', large.busy],
    'session check': ['/auth/me', large.busy],
    'team dashboard': ['/dashboard/team', [large.lead]],
    'admin dashboard': ['/admin/dashboard', [large.admin]],
    'first 50 of all users': [firstUsers, [large.admin]],
    'search of an operator, rare': ['/search?q=number%204213', [large.admin]],
    'search of an operator, common': ['/search?q=person', [large.admin]],
    'first 50 organizations': ['/admin/organizations?limit=50', [large.admin]],
  }
  const reads: Record<string, Compared> = {}
  for (const [name, [path, tokens]] of Object.entries(calls)) {
    if (name.includes(only)) reads[name] = await read(path, tokens)
  }
  return reads
}

function engineOf({ large }: Plan) {
  return isPostgresUrl(large) ? ('PostgreSQL' as const) : ('SQLite' as const)
}

/** Limits on sign-ins are raised so that they can be measured. */
const unlimitedSignIns = {
  LOGIN_FAILURES_PER_USERNAME: '1000000',
  LOGIN_FAILURES_PER_ADDRESS: '1000000',
}

async function startFloor(databaseUrl: string): Promise<Target & Disposable> {
  const child = fork(new URL('./floor/main.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  const [port] = await once(child, 'message')
  return { ...figuresOf(child.pid), port: Number(port), [Symbol.dispose]: () => void child.kill() }
}

async function prepare(url: string, size: Size): Promise<Filled> {
  await using place = await openPlace(url)
  // As the first start of a server does, before mail comes.
  await makeDays(place.database, place.clock())
  return await fill(place, size)
}

/**
 * It computes the scores of four weeks from all mail, as a server does once a week, and would be measured
 * with the calls: in the server, but not in the floor.
 */
async function untilHousekeepingEnds(url: string): Promise<void> {
  await using place = await openPlace(url)
  while ((await readCounter(place.database, 'housekeeping-ended')) === undefined) {
    await setTimeout(100)
  }
}

function readsOf(path: string, tokens: readonly string[]): string[] {
  return tokens.map((token) => requestText('GET', path, { token }))
}

/** A floor that answers less would be no floor. Risk falls while time passes, so that it may be a little lower. */
async function requireSameBodies(server: Target, floor: Target, path: string, token: string) {
  const [ours, theirs] = await Promise.all(
    [server, floor].map(async ({ port }) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers })
      const risks: number[] = []
      const body: unknown = JSON.parse(await answer.text(), (key, value) => {
        if (key.endsWith('risk_score')) risks.push(Number(value))
        return key.endsWith('risk_score') || key === 'idle_seconds_left' ? 'some' : value
      })
      return { body, risks }
    }),
  )
  const isSame =
    isDeepStrictEqual(ours?.body, theirs?.body) &&
    ours?.risks.every((risk, position) => Math.abs(risk - (theirs?.risks[position] ?? 0)) < 0.01)
  if (!isSame) throw new Error(`${path}: the floor answers otherwise`)
}

/**
 * Reports of scans that are on the disk when the answer comes. The floor looks up the key and the
 * recipients, keeps the same rows, adds to the same totals and is as durable; it applies no flags.
 * @param batch how many scans a request reports
 */
function reportsOf({ key, recipients }: Filled, batch: number): string[] {
  return recipients.map((_, start) => {
    const scans = Array.from({ length: batch }, (_item, offset) => ({
      recipient: recipients[(start + offset) % recipients.length],
      sender: `someone@sender-${offset}.example`,
      subject: 'Minutes of Monday',
      threat_level: offset % 10 === 0 ? 'malicious' : 'safe',
      indicators: [],
    }))
    return requestText('POST', '/scans', { token: key, body: batch === 1 ? scans[0] : { scans } })
  })
}

const recipientsOfReport = 3
const captured = new URL('../../../tests/gateways/server/exports-3.4.json', import.meta.url)

/** Captured reports of counted mail, each of another mail to three of the recipients. */
function rspamdReportsOf({ recipients }: Filled) {
  const all = v.parse(v.array(v.looseObject({})), JSON.parse(readFileSync(captured, 'utf8')))
  const someone = { rcpt: ['someone@firm.example'] }
  const counted = all.filter((report) => scansOfReport({ ...someone, ...report }).length > 0)
  return recipients.map((_, start) => {
    const rcpt = Array.from(
      { length: recipientsOfReport },
      (_item, offset) => recipients[(start + offset) % recipients.length],
    )
    const report = { ...counted[start % counted.length], rcpt, message_id: numberPlace }
    return { report, scans: scansOfReport(report).map(inWords) }
  })
}

function scansOfReport(report: object) {
  return readReport(v.parse(takeRspamdReportEndpoint.input, report), '').scans
}

/** A gateway reports sentences, not codes. */
function inWords({ detection_reason, indicators, ...scan }: Scan) {
  const words = (sentence: Sentence) => sentenceIn(baseLocale, sentence)
  return { ...scan, detection_reason: words(detection_reason), indicators: indicators.map(words) }
}

/** The same mail as rspamd reports it and as a gateway reports it that judges as we do. */
function compareWays(loader: Loader, target: Target, filled: Filled, effort: Effort) {
  const made = rspamdReportsOf(filled)
  const send = (path: string, body: object) =>
    requestText('POST', path, { token: filled.key, body })
  const reports = { target, requests: made.map(({ report }) => send('/rspamd', report)) }
  const scans = { target, requests: made.map((it) => send('/scans', { scans: it.scans })) }
  return compare(loader, [reports, scans], effort)
}

function signInText(username: string, secret: string): string {
  return requestText('POST', '/auth/login', { body: { username, password: secret } })
}

/**
 * Whether the wait tells that an account exists: a wrong password for a known and for an unknown
 * username in turn, one after the other.
 */
async function compareStrangers(loader: Loader, { port }: Target, usernames: readonly string[]) {
  const requests = usernames.flatMap((username) => [
    signInText(username, 'not the password'),
    signInText(`no-${username}`, 'not the password'),
  ])
  const load = { port, requests, connections: 1, ms: rounds * roundMs }
  const { latenciesMs } = await loader.load(load, 401)
  const [known, unknown] = [0, 1].map((rest) => latenciesMs.filter((_, at) => at % 2 === rest))
  return {
    knownMs: median(known ?? []),
    unknownMs: median(unknown ?? []),
    spread: spread(unknown ?? []),
  }
}
