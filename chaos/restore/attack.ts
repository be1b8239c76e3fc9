import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type Findings, inspect } from '../kill/inspect.ts'
import { Ledger } from '../kill/ledger.ts'
import { startOn, writeUntilGone } from '../kill/rounds.ts'
import { prepareStage } from '../kill/stage.ts'
import { writers } from '../kill/writers.ts'
import { type Attack, bothEngines, type Stage, tell } from '../prove/attack.ts'
import { backUpAndRestore } from './backup.ts'

const rounds = 5
/** Enough that every kind of write is among them. */
const fewestWrites = 50

/** The machine is lost, and what is left is a backup that was made while people wrote. */
export const restoreAttack: Attack = {
  name: 'restore',
  engines: bothEngines,
  async try(stage) {
    await using folder = await temporaryFolder()
    const problems: string[] = []
    let acknowledged = 0
    for (let round = 0; round < rounds; round += 1) {
      const { lost, halfDone, corrupt, before } = await loseTheMachine(stage, folder.path)
      acknowledged += before
      problems.push(...lost, ...halfDone, ...corrupt)
    }
    const counts = `${acknowledged} writes acknowledged before the backup: ${problems.length} lost or half done`
    return [
      {
        fault: 'the machine is lost, a backup made under load is restored',
        tried: rounds,
        expected: 'all that was acknowledged before it is there and whole, a server starts from it',
        seen: problems.length === 0 ? counts : `${counts}: ${tell(problems)}`,
        holds: problems.length === 0 && acknowledged > 0,
      },
    ]
  },
}

async function loseTheMachine(
  stage: Stage,
  folder: string,
): Promise<Findings & { readonly before: number }> {
  const databaseUrl = await stage.newDatabase()
  const users = await prepareStage(databaseUrl)
  const ledger = new Ledger()
  const server = await startOn(databaseUrl)
  let hasEnded = false
  const writing = Promise.all(
    writers.map((write) => writeUntilGone(server.url, write, users, ledger)),
  ).finally(() => {
    hasEnded = true
  })
  const backedUp = (async () => {
    const enough = fewestWrites * (1 + Math.random())
    while (ledger.acknowledged < enough) {
      if (hasEnded) throw new Error(`the server ended after ${ledger.acknowledged} writes`)
      await setTimeout(10)
    }
    ledger.close()
    const before = ledger.acknowledged
    return { before, restoredUrl: await backUpAndRestore(stage, databaseUrl, folder) }
  })()
  // What went wrong with the writers says more than that there was no backup for it.
  const [written, made] = await Promise.race([backedUp, writing])
    .catch(() => undefined)
    .then(() => server.end('SIGKILL'))
    .then(() => Promise.allSettled([writing, backedUp]))
  if (written.status === 'rejected') throw written.reason
  if (made.status === 'rejected') throw made.reason
  const { before, restoredUrl } = made.value
  await (await startOn(restoredUrl)).end('SIGTERM')
  return { ...(await inspect(restoredUrl, ledger)), before }
}
