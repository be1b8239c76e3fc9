import { inspect } from '../../../tests/support/crash/inspect.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { type Attack, type Row, row } from '../prove/attack.ts'
import { type Fault, faults } from './faults.ts'
import { type Load, startLoad } from './load.ts'
import { type Machines, startMachines } from './machines.ts'
import { outageFrom, spreadOf } from './outages.ts'
import { loseAllReplicas } from './replicas.ts'
import { type Servers, startServers } from './servers.ts'

/** The longest outage that the settings of docs/failover.md may cause. */
const longestOutageMs = 30_000

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
    await settle(machines, servers, load)
    const early = load.calls.filter(({ status }) => status !== 200)
    const rows: Row[] = []
    for (const fault of faults) rows.push(await repeat(fault, machines, servers, load))
    rows.push(await loseAllReplicas(machines, load, () => settle(machines, servers, load)))
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

async function repeat(fault: Fault, machines: Machines, servers: Servers, load: Load) {
  const outages: number[] = []
  const problems: string[] = []
  for (let round = 0; round < fault.times; round += 1) {
    const primary = await machines.primary()
    const struckAt = performance.now()
    await fault.strike(primary)
    const isOver = await fault.waitUntilOver(machines, primary)
    if (!isOver) problems.push(`no primary after ${fault.name}`)
    const worksAgain = await load.worksSince(performance.now())
    if (!worksAgain) problems.push('the calls do not work again')
    await fault.mend(primary)
    await settle(machines, servers, load)
    const outage = outageFrom(load.calls, struckAt)
    outages.push(outage)
    console.error(`${fault.name}, ${round + 1}: ${(outage / 1000).toFixed(1)} s`)
    if (outage > longestOutageMs) problems.push(`calls failed for ${(outage / 1000).toFixed(1)} s`)
  }
  return row({
    fault: fault.name,
    tried: fault.times,
    expected: `all calls work again within ${longestOutageMs / 1000} s, by themselves`,
    figures: `failures or waits until ${spreadOf(outages)} after it`,
    problems,
    wasTried: outages.some((outage) => outage > 0),
  })
}

/** Until all is as before a fault. */
async function settle(machines: Machines, servers: Servers, load: Load): Promise<void> {
  await machines.areWhole()
  await servers.areReady()
  if (!(await load.worksSince(performance.now()))) throw new Error('the calls do not work')
}

async function endedSessions(url: string, tokens: readonly string[]): Promise<string[]> {
  const client = openClient(url)
  const ended: string[] = []
  for (const token of tokens) {
    const { status } = await client.send('GET', '/auth/me', { token })
    if (status !== 200) ended.push(`the session of an acknowledged sign-in: ${status}`)
  }
  client.end()
  return ended
}
