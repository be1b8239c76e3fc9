import '../core/closed-prototype.ts'
import { rm, stat } from 'node:fs/promises'
import { isPostgresUrl, placeOf } from '../core/database-address.ts'
import { readEnvironment } from '../core/read-environment.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import { version } from '../core/version.ts'
import { copySqliteFile } from '../database/opening/copy-database.ts'
import {
  estimateUpgrade,
  pendingMigrations,
  releaseOf,
  unknownMigrations,
} from '../database/opening/migrate.ts'
import { openDatabase } from '../database/opening/open.ts'
import { openForLook } from '../database/opening/open-existing.ts'
import { runCommand } from './command.ts'

/*
 * aman upgrade-check: what the start of this version would change in the database, and how long it
 * takes. It changes nothing: it upgrades a copy.
 */

await runCommand(async () => {
  const { address } = readEnvironment().database
  const place = placeOf(address)
  const pending = await pendingIn(address)
  if (pending.length === 0) return print(`${place} needs no upgrade for Aman ${version}`)
  print(`Aman ${version} would upgrade ${place}:\n${pending.map((name) => `  ${name}`).join('\n')}`)
  if (isPostgresUrl(address)) {
    const { megabytes, seconds } = await estimate(address)
    return print(
      `About ${seconds} seconds, if all of its ${megabytes} MB are written again at the speed of a part of them. Nothing was changed. For the exact time restore a dump into another database and start a server on it.`,
    )
  }
  const { seconds, megabytes } = await tryOnCopy(address)
  print(`A copy of its ${megabytes} MB was upgraded in ${seconds} seconds. Nothing was changed.`)
})

/** @throws StartError for a database that this version cannot read */
async function pendingIn(address: string): Promise<string[]> {
  const database = await openForLook(address)
  try {
    const unknown = await unknownMigrations(database)
    if (unknown.length === 0) return await pendingMigrations(database)
    throw new StartError(
      `${placeOf(address)} is of ${releaseOf(unknown)}, and this is ${version}: there is no way back but a backup`,
    )
  } finally {
    await database.destroy()
  }
}

async function estimate(address: string) {
  const database = await openForLook(address)
  try {
    const { megabytes, seconds } = await estimateUpgrade(database)
    return { megabytes: megabytes.toFixed(1), seconds: Math.max(1, Math.ceil(seconds)) }
  } finally {
    await database.destroy()
  }
}

/** The copy is beside the file, where there is a disk for it. */
async function tryOnCopy(path: string) {
  const copy = `${path}.upgrade-check-${process.pid}`
  try {
    copySqliteFile(path, copy)
    const megabytes = ((await stat(copy)).size / 1e6).toFixed(1)
    const startMs = performance.now()
    await (await openDatabase(copy)).destroy()
    return { megabytes, seconds: ((performance.now() - startMs) / 1000).toFixed(1) }
  } catch (cause) {
    throw new StartError(`Cannot try the upgrade on a copy: ${wordsOfCause(cause)}`)
  } finally {
    for (const ending of ['', '-wal', '-shm']) await rm(`${copy}${ending}`, { force: true })
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
