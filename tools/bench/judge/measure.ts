import { setTimeout } from 'node:timers/promises'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { fill } from '../server/fill.ts'
import type { MailSize } from './mails.ts'
import { type Answered, type Call, type OpenLoop, type Plan, startOpenLoop } from './open-loop.ts'

export interface Settings {
  /** The DATABASE_URL of an empty database. */
  readonly database: string
  /** The number of each calm and each loaded window. */
  readonly windows: number
  readonly windowSeconds: number
  readonly mailsPerSecond: number
  /** That are kept before: the senders among them are known to the judge. */
  readonly scans: number
  /** Small mails, more than wait and are judged. */
  readonly burst: Pick<Plan, 'perSecond' | 'seconds'>
}

/** The results of other calls and mails in a window. */
export interface Window {
  readonly others: readonly Answered[]
  readonly mails: readonly Answered[]
}

export interface JudgeFigures {
  readonly calm: readonly Window[]
  readonly loaded: readonly Window[]
  readonly overload: Window
  readonly coldMs: number
  readonly peakMemoryMb: number
  readonly cpuMsPerMail: number
}

const othersPerSecond = 40

/** Calm and loaded windows in turn, so that whatever else the machine does meets both. */
export async function measureJudge(settings: Settings): Promise<JudgeFigures> {
  const { windows, windowSeconds: seconds, mailsPerSecond } = settings
  const { analysingKey: token, busy } = await prepare(settings)
  await using server = await startServer(settings.database)
  using sender = await startOpenLoop()
  using prober = await startOpenLoop()
  const { port } = server
  const analyses = (mail: MailSize): Call => ({ name: mail, path: '/analyses', token, mail })
  const others = { port, calls: busy.flatMap(othersOf), perSecond: othersPerSecond }
  const mix = { port, calls: mixOf(analyses), perSecond: mailsPerSecond, seconds }
  const [cold] = await sender.run({ ...mix, calls: [analyses('small')], perSecond: 1, seconds: 1 })
  // The compiler's time is not counted.
  await window(mix, sender, { ...others, seconds }, prober)
  const calm: Window[] = []
  const loaded: Window[] = []
  const before = server.cpuMs()
  for (let round = 0; round < windows; round += 1) {
    calm.push({ others: await prober.run({ ...others, seconds }), mails: [] })
    loaded.push(await window(mix, sender, { ...others, seconds }, prober))
  }
  const cpuMs = server.cpuMs() - before
  const burst = { port, calls: [analyses('small')], ...settings.burst }
  const overload = await window(burst, sender, { ...others, seconds: burst.seconds }, prober)
  return {
    calm,
    loaded,
    overload,
    coldMs: cold?.ms ?? Number.NaN,
    peakMemoryMb: server.peakMegabytes(),
    cpuMsPerMail: cpuMs / loaded.reduce((sum, { mails }) => sum + mails.length, 0),
  }
}

async function prepare({ database, scans }: Settings) {
  await using place = await openPlace(database)
  return await fill(place, { organizations: 10, users: 1000, scans })
}

async function window(load: Plan, sender: OpenLoop, others: Plan, prober: OpenLoop) {
  const [mails, answers] = await Promise.all([sender.run(load), prober.run(others)])
  // Connections of the load are idle before the next calm window.
  await setTimeout(500)
  return { mails, others: answers }
}

function othersOf(token: string): Call[] {
  return [
    { name: 'session check', path: '/auth/me', token },
    { name: 'employee dashboard', path: '/dashboard/employee', token },
  ]
}

/** One of a hundred mails is large and nine are of medium size, spread evenly. */
function mixOf(analyses: (size: MailSize) => Call): Call[] {
  return Array.from({ length: 100 }, (_, place) => {
    if (place === 50) return analyses('large')
    return analyses(place % 11 === 5 ? 'medium' : 'small')
  })
}
