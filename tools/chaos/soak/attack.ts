import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import CDP from 'chrome-remote-interface'
import * as v from 'valibot'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { removeFlag } from '../../../tests/support/crash/writers.ts'
import { type Client, openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { median, quantile } from '../../../tests/support/server/statistics.ts'
import { times } from '../../../tests/support/until.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../../tests/support/worlds/factories.ts'
import {
  makeFlag,
  makeGatewayKey,
  reportScans,
} from '../../../tests/support/worlds/mail-factories.ts'
import { type Attack, bothEngines, type Row, row } from '../prove/attack.ts'
import type { Stage } from '../prove/stage.ts'

/** The connections of each server. */
const connections = 8
/** So many looks, however long it takes. */
const samples = 60
/**
 * Before the time that counts: code is compiled, caches fill and connections are made. The memory of the
 * process grows by a quarter meanwhile and then stays where it is.
 */
const warmUpMs = 60_000
/** The first fifth of the time is compared with the last one. */
const part = 0.2
/** Differences of calls that take a few milliseconds are the machine's. */
const slackMs = 20
/** Connections of the watcher and the mail worker come and go. */
const moreHandles = 5

/** Beyond the time that it lasts by itself. */
const mostMinutesAround = 3

/** Time is the attack, so that all engines share it. */
export function soakAttack(minutes: number): Attack {
  return {
    name: 'soak',
    engines: bothEngines,
    isJoint: true,
    limitMinutes: minutes + mostMinutesAround,
    try: async (stage) => [await soak(stage, minutes * 60_000)],
  }
}

async function soak(stage: Stage, ms: number): Promise<Row> {
  const databaseUrl = await stage.newDatabase()
  const firm = await prepareFirm(databaseUrl, connections)
  await using server = await startInspected(databaseUrl)
  const started = performance.now() + warmUpMs
  const end = started + ms
  const [worked, seen] = await Promise.all([
    work(server.url, firm, end),
    setTimeout(warmUpMs).then(() => watch(server, end, ms / samples)),
  ])
  return judge(started, end, worked, seen, server.failures())
}

const memory = v.object({ heapUsed: v.number(), external: v.number() })

type InspectedServer = Awaited<ReturnType<typeof startInspected>>

/** A server that also answers what its own inspector knows. */
async function startInspected(databaseUrl: string) {
  const server = await startServer(databaseUrl, { NODE_OPTIONS: '--inspect=127.0.0.1:0' })
  const target = /ws:\/\/\S+/.exec(server.output().stderr)?.[0]
  if (target === undefined) throw new Error(`no inspector: ${server.output().stderr}`)
  const { HeapProfiler, Runtime } = await CDP({ target, local: true })
  const evaluate = async (expression: string): Promise<unknown> =>
    (await Runtime.evaluate({ expression, returnByValue: true })).result.value
  return {
    ...server,
    /** Megabytes in use after garbage collection. */
    async usedMegabytes() {
      // The second collection takes what the first one finalizes.
      await HeapProfiler.collectGarbage()
      await HeapProfiler.collectGarbage()
      const { heapUsed, external } = v.parse(memory, await evaluate('process.memoryUsage()'))
      return (heapUsed + external) / 1e6
    },
    /** Sockets, timers and the like that keep the process busy; files are not among them. */
    activeResources: async () =>
      v.parse(v.number(), await evaluate('process.getActiveResourcesInfo().length')),
  }
}

async function watch(server: InspectedServer, end: number, everyMs: number): Promise<Look[]> {
  const looks: Look[] = []
  while (performance.now() < end) {
    await setTimeout(everyMs)
    looks.push(await lookAt(server))
  }
  return looks
}

type Look = Awaited<ReturnType<typeof lookAt>>

async function lookAt(server: InspectedServer) {
  return {
    at: performance.now(),
    usedMegabytes: await server.usedMegabytes(),
    residentMegabytes: server.residentMegabytes(),
    openFiles: server.openFiles(),
    activeResources: await server.activeResources(),
  }
}

/** A stretch of the time: one sample is as high as the garbage of the moment, and a median is not. */
interface Stretch {
  readonly looks: readonly Look[]
  readonly waits: readonly number[]
}

const medianOf = (figure: keyof Look) => (stretch: Stretch) =>
  median(stretch.looks.map((one) => one[figure]))

/** The name of a figure, the figure, and the most at the end, by what it was at the beginning. */
type Limit = readonly [string, (stretch: Stretch) => number, (first: number) => number]

const tenth = (first: number) => first * 1.1
const fewMore = (first: number) => first + moreHandles

/** Memory may shrink; only growth, had it time enough, would be the end. */
const limits: readonly Limit[] = [
  // After garbage collection: where a leak shows at once.
  ['MB in use', medianOf('usedMegabytes'), tenth],
  // Garbage, SQLite's pages and gaps included: what the machine has to have.
  ['MB of the process', medianOf('residentMegabytes'), tenth],
  ['open files', medianOf('openFiles'), fewMore],
  ['active resources', medianOf('activeResources'), fewMore],
  ['ms median', ({ waits }) => median(waits), (first) => 2 * first + slackMs],
  ['ms p99', ({ waits }) => quantile(waits, 0.99), (first) => 2 * first + 10 * slackMs],
]

function judge(
  started: number,
  end: number,
  { answered, errors }: Worked,
  seen: readonly Look[],
  failures: readonly string[],
): Row {
  const length = (end - started) * part
  const stretch = (from: number): Stretch => {
    const isIn = ({ at }: { readonly at: number }) => at >= from && at < from + length
    return { looks: seen.filter(isIn), waits: answered.filter(isIn).map(({ ms }) => ms) }
  }
  const [firstPart, lastPart] = [stretch(started), stretch(end - length)]
  const grown = limits.map(([name, figureOf, most]) => {
    const [first, last] = [figureOf(firstPart), figureOf(lastPart)]
    // A figure that was not measured does not hold either.
    return { told: `${first.toFixed(1)} → ${last.toFixed(1)} ${name}`, holds: last <= most(first) }
  })
  return row({
    fault: `${((end - started) / 60_000).toFixed(1)} minutes of all kinds of work`,
    tried: answered.length,
    expected: `0 errors; memory grows by 10 % at most; ${moreHandles} open files and resources more at most; a median of twice + ${slackMs} ms and a p99 of twice + ${10 * slackMs} ms at most`,
    figures: [`${errors.length} errors`, ...grown.map(({ told }) => told)].join('; '),
    problems: [
      ...errors,
      ...failures.map((line) => `logged ${line}`),
      ...grown.filter(({ holds }) => !holds).map(({ told }) => `too much: ${told}`),
    ],
  })
}

const colleagues = 300
const threats = 50
const flags = 20
const password = 'violet kettle drum'
/** Between two calls of a connection: the machine is busy, and not overloaded. */
const pauseMs = 20

/** All answers are as long as they will ever be, so that nothing has a reason to grow. */
async function prepareFirm(databaseUrl: string, size: number) {
  await using place = await openPlace(databaseUrl)
  const organizationId = await makeOrganization(place)
  for (let made = 0; made < colleagues; made += 1) await makeUser(place, { organizationId })
  const workers: (MadeUser & { readonly token: string })[] = []
  const mails = Array.from({ length: threats }, () => ({ threat_level: 'malicious' }) as const)
  for (let made = 0; made < size; made += 1) {
    const user = await makeUser(place, { organizationId, password, role: 'team_lead' })
    await reportScans(place, user, mails)
    for (let flag = 0; flag < flags; flag += 1) {
      await makeFlag(place, user, { flag_type: 'red', value: `flagged-${flag}.example` })
    }
    workers.push({ ...user, token: await makeSession(place, user) })
  }
  const admin = await makeUser(place, { organizationId, role: 'super_admin' })
  return {
    workers,
    gatewayKey: await makeGatewayKey(place, organizationId),
    adminToken: await makeSession(place, admin),
  }
}

type Firm = Awaited<ReturnType<typeof prepareFirm>>
type Worker = Firm['workers'][number]
type Call = Client['call']
type Task = (call: Call, worker: Worker, firm: Firm) => Promise<unknown>

const look: Task = (call, { token }) => call('GET', '/dashboard/employee', token)
const ask: Task = (call, { token }) => call('GET', '/auth/me', token)
const seeTeam: Task = (call, { token }) => call('GET', '/dashboard/team', token)
const listFlags: Task = (call, { token }) => call('GET', '/flags/list', token)
const listPage: Task = (call, _, { adminToken }) => call('GET', '/admin/users?limit=50', adminToken)
const listAll: Task = (call, _, { adminToken }) => call('GET', '/admin/users', adminToken)

/** Safe mail is in no answer, so that none grows. */
const reportMail: Task = (call, { email: recipient }, { gatewayKey }) => {
  const mail = { recipient, sender: 'someone@sender.example', threat_level: 'safe' }
  return call('POST', '/scans', gatewayKey, mail)
}

const keepFlag: Task = async (call, { token }) => {
  const value = `${randomUUID()}.example`
  await call('POST', '/flags/add', token, { flag_type: 'green', value })
  await removeFlag(call, token, value)
}

const signInAndOut: Task = async (call, { username }) => {
  const said = await call('POST', '/auth/login', '', { username, password })
  const { access_token: token } = v.parse(signInWithPasswordEndpoint.output, said)
  await call('GET', '/auth/me', token)
  await call('POST', '/auth/logout', token)
}

const day: readonly Task[] = [
  ...[look, ask, reportMail, look, listFlags, look, ask, seeTeam, reportMail, look],
  ...[keepFlag, look, ask, listPage, reportMail, look, listFlags, ask, listAll, look],
  ...[look, ask, reportMail, look, listFlags, look, ask, signInAndOut],
]

type Worked = Awaited<ReturnType<typeof work>>

/** All work on a connection each, beginning with another task, until time is up. */
async function work(url: string, firm: Firm, end: number) {
  const { workers } = firm
  const answered: { readonly at: number; readonly ms: number }[] = []
  const errors: string[] = []
  await times(workers.length, async (position) => {
    const worker = workers[position]
    using client = openClient(url)
    const call: Call = async (...what) => {
      const at = performance.now()
      const said = await client.call(...what)
      answered.push({ at, ms: performance.now() - at })
      await setTimeout(pauseMs)
      return said
    }
    for (let next = position * 3; worker !== undefined && performance.now() < end; next += 1) {
      const working = day[next % day.length]?.(call, worker, firm)
      await working?.catch((cause: unknown) => errors.push(String(cause)))
    }
  })
  return { answered, errors }
}
