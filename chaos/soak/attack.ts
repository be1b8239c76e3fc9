import type { JointAttack, Stage } from '../prove/attack.ts'
import { startUnderAttack } from '../prove/server-under-attack.ts'
import type { Row } from '../prove/table.ts'
import { judge } from './judge.ts'
import { prepareFirm } from './stage.ts'
import { watch } from './watch.ts'
import { work } from './work.ts'

/** Of each server. */
const connections = 8
/** So many looks, however long it takes. */
const samples = 60

/** Time is the attack, so that all engines share it. */
export function soakAttack(minutes: number): JointAttack {
  return {
    name: 'soak',
    tryOnAll: (stages) => Promise.all(stages.map((stage) => soak(stage, minutes * 60_000))),
  }
}

async function soak(stage: Stage, ms: number): Promise<Row> {
  const databaseUrl = await stage.newDatabase()
  const firm = await prepareFirm(databaseUrl, connections)
  await using server = await startUnderAttack(databaseUrl)
  const started = performance.now()
  const ended = started + ms
  const [worked, seen] = await Promise.all([
    work(server.url, firm, ended),
    watch(server, ended, ms / samples),
  ])
  const failures = server.failures()
  return {
    ...judge({ started, ended, worked, samples: seen, failures }),
    engine: stage.engine,
  }
}
