import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openPlace } from '../../tests/support/browser/place.ts'
import { startServer } from '../../tests/support/server/running-server.ts'
import { quantile, spread } from '../../tests/support/server/statistics.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type Bar, conclude } from './bar.ts'
import type { MailSize } from './judge/mails.ts'
import {
  type Answered,
  type Call,
  named,
  type Plan,
  p99,
  startOpenLoop,
  timesOf,
} from './judge/open-loop.ts'
import { fill } from './server/fill.ts'

/*
 * npm run bench:judge -- [--per-second 50] [--windows 6] [--seconds 10]: sends mails to
 * POST /analyses at fixed times from a process of its own, 90 % up to 50 kB, 9 % up to 1 MB, 1 % of
 * 10 MB, while another process makes other calls, with calm windows in between, so that whatever else the
 * machine does meets both; then far more mails than two processors can judge. A bar that does not hold is
 * a failure.
 */

const othersPerSecond = 40
/** Small mails, more than wait and are judged. */
const burst = { perSecond: 800, seconds: 5 }
/** The senders among the scans that are kept before are known to the judge. */
const size = { organizations: 10, users: 1000, scans: 100_000 }

const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '50' },
    windows: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '10' },
  },
})
await using folder = await temporaryFolder()
const databaseUrl = `file:${join(folder.path, 'judge.db')}`
const { analysingKey, busy } = await prepare()
await using server = await startServer(databaseUrl)
using sender = await startOpenLoop()
using prober = await startOpenLoop()
const { port } = server
const seconds = Number(values.seconds)
const others = { port, calls: busy.flatMap(othersOf), perSecond: othersPerSecond, seconds }
const mix = { port, calls: mixOf(), perSecond: Number(values['per-second']), seconds }
// The compiler's time is not counted.
await beside(mix)
const calm: (readonly Answered[])[] = []
const loaded: Awaited<ReturnType<typeof beside>>[] = []
const cpuBefore = server.cpuMs()
for (let round = 0; round < Number(values.windows); round += 1) {
  calm.push(await prober.run(others))
  loaded.push(await beside(mix))
}
const cpuMs = server.cpuMs() - cpuBefore
const overload = await beside({ port, calls: [analysis('small')], ...burst })

const mails = loaded.flatMap((window) => window.mails)
const isOther = ({ status }: Answered) => status !== 200
const full = overload.mails.filter(({ status }) => status === 503)
const isMute = ({ retryAfter }: Answered) => retryAfter === null
const besideMails = loaded.flatMap((window) => window.others)
const otherNames = ['session check', 'employee dashboard']

const bars: Bar[] = [
  { name: 'mails ≤ 1 MB: p99', value: p99(mails, 'small', 'medium'), limit: 100, unit: 'ms' },
  { name: 'mails of 10 MB: p99', value: p99(mails, 'large'), limit: 1000, unit: 'ms' },
  ...otherNames.map((name): Bar => {
    const inCalm = calm.map((answers) => timesOf(named(answers, name)))
    return {
      name: `${name}: p99 beside mails, times calm`,
      value: p99(besideMails, name) / quantile(inCalm.flat(), 0.99),
      limit: 1.5,
      floorSpread: spread(inCalm.map((times) => quantile(times, 0.95))),
    }
  }),
  {
    name: 'answers other than 200, beside the mix',
    value: [...mails, ...besideMails].filter(isOther).length,
    limit: 0,
  },
  {
    name: 'overload: mails put off with 503 and Retry-After',
    value: full.filter((it) => !isMute(it)).length,
    limit: 1,
    isAtLeast: true,
  },
  {
    name: 'overload: other answers than 200, and 503 without Retry-After',
    value: [
      ...overload.mails.filter((it) => isOther(it) && it.status !== 503),
      ...full.filter(isMute),
      ...overload.others.filter(isOther),
    ].length,
    limit: 0,
  },
]
conclude(
  [],
  bars,
  `${(cpuMs / mails.length).toFixed(1)} ms of processor time for a mail, with the other calls.`,
)

async function prepare() {
  await using place = await openPlace(databaseUrl)
  return await fill(place, size)
}

async function beside(load: Plan) {
  const probe = { ...others, seconds: load.seconds }
  const [answered, answers] = await Promise.all([sender.run(load), prober.run(probe)])
  // Connections of the load are idle before the next calm window.
  await setTimeout(500)
  return { mails: answered, others: answers }
}

function othersOf(token: string): Call[] {
  return [
    { name: 'session check', path: '/auth/me', token },
    { name: 'employee dashboard', path: '/dashboard/employee', token },
  ]
}

function analysis(mail: MailSize): Call {
  return { name: mail, path: '/analyses', token: analysingKey, mail }
}

/** One of a hundred mails is large and nine are of medium size, spread evenly. */
function mixOf(): Call[] {
  return Array.from({ length: 100 }, (_, place) => {
    if (place === 50) return analysis('large')
    return analysis(place % 11 === 5 ? 'medium' : 'small')
  })
}
