import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUnfinished, inspect } from '../../support/crash/inspect.ts'
import { Ledger } from '../../support/crash/ledger.ts'
import { prepareFirms, writeAll } from '../../support/crash/writers.ts'
import { startServer } from '../../support/server/running-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const clean = { lost: [], halfDone: [], corrupt: [] }

test('a server that is killed while it writes loses no acknowledged write and leaves nothing half done', async () => {
  await using folder = await temporaryFolder()
  const databaseUrl = `file:${join(folder.path, 'aman.db')}`
  const firms = await prepareFirms(databaseUrl)
  const ledger = new Ledger()
  // A run lasts for this many acknowledgements, however long a busy machine takes.
  for (const writes of [1, 10, 25]) {
    await using server = await startServer(databaseUrl)
    const enough = ledger.acknowledged + writes
    const writing = writeAll(server.url, { ...firms, ledger })
    // A writer that ends early was rejected, and reports why.
    await Promise.race([writing, acknowledged(ledger, enough)])
    await server.end('SIGKILL')
    await writing
    expect(ledger.acknowledged).toBeGreaterThanOrEqual(enough)
    expect(await inspect(databaseUrl, ledger)).toEqual(clean)
  }
  // The next server completes what was left for later.
  await using last = await startServer(databaseUrl)
  expect(await last.end('SIGTERM')).toBe(0)
  expect(await inspect(databaseUrl, ledger)).toEqual(clean)
  expect(await findUnfinished(databaseUrl)).toEqual([])
  // Only a hang takes this long.
}, 120_000)

async function acknowledged(ledger: Ledger, count: number): Promise<void> {
  const options = { interval: 1 }
  await expect.poll(() => ledger.acknowledged, options).toBeGreaterThanOrEqual(count)
}
