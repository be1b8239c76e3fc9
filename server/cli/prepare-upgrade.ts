import '../core/closed-prototype.ts'

import { readConfiguration } from '../core/configuration.ts'
import { version } from '../core/version.ts'
import { prepareMigrations } from '../database/opening/migrate.ts'
import { openForLook } from '../database/opening/open-existing.ts'
import { announceDatabase, runCommand } from './command.ts'

/*
 * aman prepare-upgrade: does what an upgrade to this version can do while servers of the version before
 * it run, so that the start of this version takes less time. It can be stopped and begun again.
 */

await runCommand(async () => {
  const { address } = readConfiguration(process.env).database
  announceDatabase(address)
  const database = await openForLook(address)
  try {
    const prepared = await prepareMigrations(database)
    const result =
      prepared.length === 0
        ? 'There is nothing that can be prepared'
        : `Prepared ${prepared.join(', ')}. Upgrade as usual`
    process.stdout.write(`${result} (Aman ${version}).\n`)
  } finally {
    await database.destroy()
  }
})
