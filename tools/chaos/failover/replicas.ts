import { setTimeout } from 'node:timers/promises'
import { type Row, row } from '../prove/attack.ts'
import type { Load } from './load.ts'
import type { Machines } from './machines.ts'

/** Longer than a call waits for the database. */
const aloneMs = 45_000
/** Writes that were confirmed before may still be on their way to the client. */
const onItsWayMs = 1000
/** Every call of these kinds writes and says whether it did. */
const writing = ['report', 'sign-in', 'request']

/** Kills both replicas, so that no commit can be confirmed by a second machine. */
export async function loseAllReplicas(
  machines: Machines,
  load: Load,
  settle: () => Promise<void>,
): Promise<Row> {
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
