import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUnfinished, inspect } from '../../../chaos/kill/inspect.ts'
import { Ledger } from '../../../chaos/kill/ledger.ts'
import { startOn, writeUntilGone } from '../../../chaos/kill/rounds.ts'
import { prepareStage } from '../../../chaos/kill/stage.ts'
import { writers } from '../../../chaos/kill/writers.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const clean = { lost: [], halfDone: [], corrupt: [] }

test('a server that is killed while it writes loses nothing acknowledged, and leaves nothing half done', async () => {
  await using folder = await temporaryFolder()
  const databaseUrl = `file:${join(folder.path, 'aman.db')}`
  const stage = await prepareStage(databaseUrl)
  const ledger = new Ledger()
  // A life lasts for so many acknowledgements, however long a busy machine takes for them.
  for (const writes of [1, 10, 25]) {
    await using server = await startDisposable(databaseUrl)
    const enough = ledger.acknowledged + writes
    const writing = Promise.all(
      writers.map((writer) => writeUntilGone(server.url, writer, stage, ledger)),
    )
    // Writers that end before have been refused something, and say what.
    await Promise.race([writing, acknowledged(ledger, enough)])
    await server.end('SIGKILL')
    await writing
    expect(ledger.acknowledged).toBeGreaterThanOrEqual(enough)
    expect(await inspect(databaseUrl, ledger)).toEqual(clean)
  }
  // What was left to be done later is done by the next server.
  await using last = await startDisposable(databaseUrl)
  expect(await last.end('SIGTERM')).toBe(0)
  expect(await inspect(databaseUrl, ledger)).toEqual(clean)
  expect(await findUnfinished(databaseUrl)).toEqual([])
  // Only a hang takes so long.
}, 120_000)

async function acknowledged(ledger: Ledger, count: number): Promise<void> {
  const options = { interval: 1, timeout: 30_000 }
  await expect.poll(() => ledger.acknowledged, options).toBeGreaterThanOrEqual(count)
}

async function startDisposable(databaseUrl: string) {
  const server = await startOn(databaseUrl)
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server.end('SIGKILL')
    },
  }
}
