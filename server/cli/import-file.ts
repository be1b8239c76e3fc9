import '../core/closed-prototype.ts'

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { commandLine } from '../core/command-line.ts'
import { describeAddress } from '../core/database-address.ts'
import { readEnvironment } from '../core/read-environment.ts'
import { copyDatabase } from '../database/opening/copy-database.ts'
import { openExistingDatabase, openForCopy } from '../database/opening/open-existing.ts'
import { gatherStatistics } from '../database/statistics.ts'
import { announceDatabase, runCommand, withUsage } from './command.ts'

/*
 * DATABASE_URL=postgres://… npm run import-file -- <file>: copies an SQLite file into an empty
 * PostgreSQL database.
 */

const usage = `Usage: ${commandLine('import-file')} <file>`

await runCommand(async () => {
  const path = readPath()
  const { address } = readEnvironment().database
  announceDatabase(address)
  await using cleanUp = new AsyncDisposableStack()
  const source = await openExistingDatabase(path)
  cleanUp.defer(() => source.destroy())
  const target = await openForCopy(address)
  cleanUp.defer(() => target.destroy())
  const copied = await copyDatabase(source, target)
  await gatherStatistics(target)
  for (const [table, rows] of copied) process.stdout.write(`${table}: ${rows}\n`)
  process.stdout.write(`${describeAddress(address)} now has all of ${path}\n`)
})

function readPath(): string {
  return withUsage(usage, () => {
    const [path, ...more] = parseArgs({ allowPositionals: true }).positionals
    if (path === undefined || more.length > 0) throw new Error('Name one file')
    if (!existsSync(path)) throw new Error(`There is no file ${path}`)
    return path
  })
}
