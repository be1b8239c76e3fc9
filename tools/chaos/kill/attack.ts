import { setTimeout } from 'node:timers/promises'
import { type Findings, findUnfinished, inspect } from '../../../tests/support/crash/inspect.ts'
import { Ledger, prepareFirms, writeAll } from '../../../tests/support/crash/writers.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { sum, times, until } from '../../../tests/support/until.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
import type { Stage } from '../prove/stage.ts'

const kills = 100
/** Side by side, for most of a round is waiting for a start. */
const lanes = 4
const longestLifeMs = 400

export const killAttack: Attack = {
  name: 'kill',
  engines: bothEngines,
  async try(stage) {
    const killed = await times(lanes, () => killAgainAndAgain(stage, kills / lanes))
    const acknowledged = killed.map((lane) => lane.acknowledged)
    const findings = killed.flatMap((lane) => lane.findings)
    const lost = findings.flatMap((found) => found.lost)
    const halfDone = [...findings, ...killed].flatMap((found) => found.halfDone)
    const corrupt = findings.flatMap((found) => found.corrupt)
    // Only SQLite's files are checked: the processes of PostgreSQL are not killed.
    const checks = stage.engine === 'file' ? `, ${corrupt.length} failed integrity checks` : ''
    return [
      row({
        fault: 'the server is killed while it writes',
        tried: kills,
        expected: 'nothing acknowledged is lost or half done',
        figures: `${sum(acknowledged)} acknowledged writes: ${lost.length} lost, ${halfDone.length} half done${checks}`,
        problems: [...lost, ...halfDone, ...corrupt],
        wasTried: Math.min(...acknowledged) > 0,
      }),
    ]
  },
}

/** Every round: start on the same data, write from several connections, SIGKILL, look. */
async function killAgainAndAgain(stage: Stage, rounds: number) {
  const databaseUrl = await stage.newDatabase()
  const ledger = new Ledger()
  const firms = await prepareFirms(databaseUrl)
  const findings: Findings[] = []
  for (let round = 0; round < rounds; round += 1) {
    await using server = await startServer(databaseUrl)
    const writing = writeAll(server.url, { ...firms, ledger })
    const before = ledger.acknowledged
    const isWritten = () => ledger.acknowledged > before || server.hasEnded()
    // A busy machine may not make a first write in such a short life.
    const isReady = round % 2 === 1 ? until(isWritten, { everyMs: 5 }) : undefined
    const life = Promise.resolve(isReady).then(() => setTimeout(Math.random() * longestLifeMs))
    // An unexpected answer ends the round at once.
    await Promise.race([writing, life]).finally(() => server.end('SIGKILL'))
    await writing
    findings.push(await inspect(databaseUrl, ledger))
  }
  // The next server finishes what was left to be done later, before it listens.
  await (await startServer(databaseUrl)).end('SIGTERM')
  findings.push(await inspect(databaseUrl, ledger))
  const halfDone = await findUnfinished(databaseUrl)
  return { acknowledged: ledger.acknowledged, findings, halfDone }
}
