import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { inspect } from '../../../tests/support/crash/inspect.ts'
import { Ledger } from '../../../tests/support/crash/ledger.ts'
import { prepareFirms, writeAll } from '../../../tests/support/crash/writers.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { until } from '../../../tests/support/until.ts'
import { run } from '../../scripts/run-command.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
import type { Stage } from '../prove/stage.ts'

const rounds = 5
/** Enough that every kind of write is among them. */
const fewestWrites = 50

/** The machine is lost, and what is left is a backup that was made while users wrote. */
export const restoreAttack: Attack = {
  name: 'restore',
  engines: bothEngines,
  async try(stage) {
    await using folder = await temporaryFolder()
    const problems: string[] = []
    let acknowledged = 0
    for (let round = 0; round < rounds; round += 1) {
      const { before, found } = await loseTheMachine(stage, folder.path)
      acknowledged += before
      problems.push(...found)
    }
    return [
      row({
        fault: 'the machine is lost, a backup made under load is restored',
        tried: rounds,
        expected: 'all that was acknowledged before it is there and whole, a server starts from it',
        figures: `${acknowledged} writes acknowledged before the backup: ${problems.length} lost or half done`,
        problems,
        wasTried: acknowledged > 0,
      }),
    ]
  },
}

async function loseTheMachine(stage: Stage, folder: string) {
  const databaseUrl = await stage.newDatabase()
  const ledger = new Ledger()
  const firms = await prepareFirms(databaseUrl)
  await using server = await startServer(databaseUrl)
  const writing = writeAll(server.url, { ...firms, ledger })
  const backUp = async () => {
    const enough = fewestWrites * (1 + Math.random())
    await until(() => ledger.acknowledged >= enough || server.hasEnded())
    if (ledger.acknowledged < enough) throw new Error(`only ${ledger.acknowledged} writes`)
    ledger.close()
    return { before: ledger.acknowledged, restoredUrl: await restore(stage, databaseUrl, folder) }
  }
  const backedUp = backUp()
  await Promise.race([backedUp, writing]).catch(() => {})
  await server.end('SIGKILL')
  // What went wrong with the writers says more than that there was no backup for it.
  const [written, made] = await Promise.allSettled([writing, backedUp])
  if (written.status === 'rejected') throw written.reason
  if (made.status === 'rejected') throw made.reason
  const { before, restoredUrl } = made.value
  await (await startServer(restoredUrl)).end('SIGTERM')
  const { lost, halfDone, corrupt } = await inspect(restoredUrl, ledger)
  return { before, found: [...lost, ...halfDone, ...corrupt] }
}

/** Backs up and restores elsewhere, as docs/operations.md says. @returns the DATABASE_URL of the copy */
async function restore(stage: Stage, databaseUrl: string, folder: string): Promise<string> {
  const copy = join(folder, randomUUID())
  const restoredUrl = await stage.newDatabase()
  await succeed('backup', copy, databaseUrl)
  await succeed('restore', copy, restoredUrl)
  return restoredUrl
}

async function succeed(command: string, file: string, databaseUrl: string): Promise<void> {
  const environment = { DATABASE_URL: databaseUrl }
  const { exitCode, output } = await run('node', [`server/cli/${command}.ts`, file], {
    environment,
  })
  if (exitCode !== 0) throw new Error(`${command}: ${output}`)
}
