import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfiguration } from './configuration.ts'
import { describeAddress } from './database/address.ts'
import { copyDatabase } from './database/copy-database.ts'
import { openDatabase } from './database/open.ts'
import { gatherStatistics } from './database/statistics.ts'
import { StartError, wordsOfCause } from './start-error.ts'

/*
 * DATABASE_URL=postgres://… npm run import-file -- <file>: fills an empty database with all that is in
 * a file, for whoever outgrows it.
 */

const usage = 'Usage: npm run import-file -- <file>'

try {
  const path = readPath()
  const { address } = readConfiguration(process.env).database
  await using cleanUp = new AsyncDisposableStack()
  const target = await openDatabase(address)
  cleanUp.defer(() => target.destroy())
  // As a start would, this brings the file up to date first.
  const source = await openDatabase(path)
  cleanUp.defer(() => source.destroy())
  const copied = await copyDatabase(source, target)
  await gatherStatistics(target)
  for (const [table, rows] of copied) process.stdout.write(`${table}: ${rows}\n`)
  process.stdout.write(`${describeAddress(address)} now has all of ${path}\n`)
} catch (cause) {
  if (!(cause instanceof StartError)) throw cause
  process.stderr.write(`${cause.message}\n`)
  process.exitCode = 1
}

function readPath(): string {
  try {
    const [path, ...more] = parseArgs({ allowPositionals: true }).positionals
    if (path === undefined || more.length > 0) throw new Error('Name one file')
    // To open one that is not there would make it.
    if (!existsSync(path)) throw new Error(`There is no file ${path}`)
    return path
  } catch (cause) {
    throw new StartError(`${wordsOfCause(cause)}\n${usage}`)
  }
}
