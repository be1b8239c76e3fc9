import '../core/closed-prototype.ts'

import { open, rename, rm, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { commandLine } from '../core/command-line.ts'
import { isPostgresUrl } from '../core/database-address.ts'
import { readEnvironment } from '../core/read-environment.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import { copySqliteFile } from '../database/opening/copy-sqlite-file.ts'
import { checkExists } from '../database/opening/open-existing.ts'
import { announceDatabase, runCommand } from './command.ts'

/*
 * npm run backup -- <file>: a consistent copy of the database while the server keeps running.
 */

await runCommand(async () => {
  const [target, ...more] = process.argv.slice(2)
  if (target === undefined || more.length > 0)
    throw new StartError(`Usage: ${commandLine('backup')} <file>`)
  const { address } = readEnvironment().database
  announceDatabase(address)
  if (isPostgresUrl(address)) {
    throw new StartError('PostgreSQL has its own way: use pg_dump, as docs/operations.md tells')
  }
  checkExists(address)
  const bytes = await backUp(address, target)
  process.stdout.write(`Backed up ${bytes} bytes to ${target}\n`)
})

/** Checks the copy before it gets its final name. @returns its size */
async function backUp(path: string, target: string): Promise<number> {
  const partPath = `${target}.part`
  if ((await stat(target).catch(() => undefined)) !== undefined) {
    throw new StartError(`${target} is there already; a backup overwrites nothing`)
  }
  try {
    await (await open(partPath, 'wx', 0o600)).close()
  } catch (cause) {
    throw new StartError(`Cannot write ${partPath}: ${wordsOfCause(cause)}`)
  }
  try {
    copySqliteFile(path, partPath)
    check(partPath)
    const file = await open(partPath, 'r')
    await file.sync()
    await file.close()
    await rename(partPath, target)
    return (await stat(target)).size
  } catch (cause) {
    await rm(partPath, { force: true })
    throw new StartError(`Cannot back up ${path}: ${wordsOfCause(cause)}`)
  }
}

function check(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const result = database.prepare('pragma integrity_check').get()
    if (result?.integrity_check !== 'ok') throw new Error('the copy failed its integrity check')
  } finally {
    database.close()
  }
}
