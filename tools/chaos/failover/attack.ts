import { setTimeout } from 'node:timers/promises'
import { inspect } from '../../../tests/support/crash/inspect.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { median } from '../../../tests/support/server/statistics.ts'
import { until } from '../../../tests/support/until.ts'
import { type Attack, type Row, row } from '../prove/attack.ts'
import { type Load, startLoad } from './load.ts'
import type { Machine } from './machine.ts'
import { type Machines, startMachines, startServers } from './machines.ts'

/** The longest outage that the settings of docs/failover.md may cause. */
const longestOutageMs = 30_000
/** A call that took longer than this waited for a failover. */
const longWaitMs = 5000
/** Longer than a call waits for the database. */
const aloneMs = 45_000
/** Writes that were confirmed before may still be on their way to the client. */
const onItsWayMs = 1000
/** Every call of these kinds writes and says whether it did. */
const writing = ['report', 'sign-in', 'request']

interface Fault {
  readonly name: string
  readonly times: number
  strike(primary: Machine): Promise<void>
  /** Whether Patroni may start the struck PostgreSQL again, so that there need not be another primary. */
  readonly mayStay?: true
  mend(struck: Machine): Promise<void>
}

const faults: readonly Fault[] = [
  {
    name: 'the machine of the primary loses its power',
    times: 15,
    strike: (primary) => primary.kill(),
    async mend(struck) {
      struck.startEtcd()
      await struck.startPatroni()
    },
  },
  {
    name: 'PostgreSQL of the primary is killed',
    times: 5,
    strike: async (primary) => primary.killPostgres(),
    mayStay: true,
    async mend() {},
  },
  {
    name: 'the primary is cut off from etcd',
    times: 5,
    strike: (primary) => primary.cutOff(),
    mend: (struck) => struck.reconnect(),
  },
]

interface Scene {
  readonly machines: Machines
  readonly load: Load
  /** Until all is as before a fault. */
  settle(): Promise<void>
}

/** Three PostgreSQL under Patroni, two servers, and faults of the machine with the primary. */
export const failoverAttack: Attack = {
  name: 'failover',
  engines: ['PostgreSQL'],
  isOnlyWhenNamed: true,
  limitMinutes: 45,
  async try() {
    await using machines = await startMachines()
    await using servers = await startServers(machines.url)
    const load = await startLoad(servers.url, machines.url)
    const settle = async () => {
      await machines.areWhole()
      await servers.areReady()
      if (!(await load.worksSince(performance.now()))) throw new Error('the calls do not work')
    }
    await settle()
    const early = load.calls.filter(({ status }) => status !== 200)
    const scene = { machines, load, settle }
    const rows: Row[] = []
    for (const fault of faults) rows.push(await repeat(fault, scene))
    rows.push(await loseAllReplicas(scene))
    await load.stop()
    const { calls, ledger, unexpected, tokens } = load
    const ended = await endedSessions(servers.url, tokens)
    const stopped = await servers.stop()
    const { lost, halfDone } = await inspect(machines.url, ledger)
    const refused = calls.filter(({ status }) => status === 503).length
    const final = row({
      fault: 'all of these, under reports, analyses, sign-ins, flags and requests for support',
      tried: calls.length,
      expected: 'what was acknowledged is there once, and calls fail with 503 alone',
      figures: `${ledger.acknowledged} writes and ${tokens.length} sign-ins acknowledged, ${lost.length + ended.length} lost, ${halfDone.length} twice or half done; ${refused} of ${calls.length} calls 503, ${unexpected.length} other failures`,
      problems: [
        ...early.map(({ kind, status }) => `${kind} before any fault: ${status}`),
        ...[lost, halfDone, ended, unexpected, stopped].flat(),
      ],
      wasTried: Math.min(ledger.acknowledged, tokens.length, refused) > 0,
    })
    return [...rows, final]
  },
}

async function repeat(fault: Fault, { machines, load, settle }: Scene): Promise<Row> {
  const outages: number[] = []
  const problems: string[] = []
  for (let round = 0; round < fault.times; round += 1) {
    const struck = await machines.primary()
    const struckAt = performance.now()
    await fault.strike(struck)
    const isAnother = async () => (await machines.primary().catch(() => struck)) !== struck
    if (!fault.mayStay && !(await until(isAnother, { mostMs: 90_000, everyMs: 100 }))) {
      problems.push(`no primary after ${fault.name}`)
    }
    const worksAgain = await load.worksSince(performance.now())
    if (!worksAgain) problems.push('the calls do not work again')
    await fault.mend(struck)
    await settle()
    const disturbed = load.calls.filter(
      ({ endedAt, ms, status }) => endedAt > struckAt && (status !== 200 || ms > longWaitMs),
    )
    // Until the last call that failed, or waited.
    const outage = Math.max(0, ...disturbed.map(({ endedAt }) => endedAt - struckAt))
    outages.push(outage)
    console.error(`${fault.name}, ${round + 1}: ${(outage / 1000).toFixed(1)} s`)
    if (outage > longestOutageMs) problems.push(`calls failed for ${(outage / 1000).toFixed(1)} s`)
  }
  const spread = [Math.min(...outages), median(outages), Math.max(...outages)]
  const seconds = spread.map((ms) => (ms / 1000).toFixed(1)).join(' / ')
  return row({
    fault: fault.name,
    tried: fault.times,
    expected: `all calls work again within ${longestOutageMs / 1000} s, by themselves`,
    figures: `failures or waits until ${seconds} s (shortest / median / longest) after it`,
    problems,
    wasTried: outages.some((outage) => outage > 0),
  })
}

/** Kills both replicas, so that no commit can be confirmed by a second machine. */
async function loseAllReplicas({ machines, load, settle }: Scene): Promise<Row> {
  const primary = await machines.primary()
  const replicas = machines.all.filter((machine) => machine !== primary)
  await Promise.all(replicas.map((replica) => replica.killDatabase()))
  await setTimeout(onItsWayMs)
  const aloneAt = performance.now()
  await setTimeout(aloneMs)
  const during = load.calls.filter(
    ({ kind, endedAt }) => endedAt > aloneAt && writing.includes(kind),
  )
  const backAt = performance.now()
  await Promise.all(replicas.map((replica) => replica.startPatroni()))
  const works = await load.worksSince(backAt)
  const recoveredSeconds = ((performance.now() - backAt) / 1000).toFixed(1)
  await settle()
  const acknowledged = during.filter(({ status }) => status === 200)
  const refused = during.filter(({ status }) => status === 503)
  return row({
    fault: 'both replicas are killed, and come back',
    tried: 1,
    expected: 'no write is acknowledged by the primary alone, and all is well when they are back',
    figures: `${acknowledged.length} of ${during.length} writes acknowledged in ${aloneMs / 1000} s, ${refused.length} refused with 503; all calls work ${recoveredSeconds} s after the replicas are started`,
    problems: [
      ...acknowledged.map(({ kind }) => `a ${kind} was acknowledged`),
      ...(works ? [] : ['the calls do not work again']),
    ],
    wasTried: refused.length > 0,
  })
}

async function endedSessions(url: string, tokens: readonly string[]): Promise<string[]> {
  using client = openClient(url)
  const ended: string[] = []
  for (const token of tokens) {
    const { status } = await client.send('GET', '/auth/me', { token })
    if (status !== 200) ended.push(`the session of an acknowledged sign-in: ${status}`)
  }
  return ended
}
