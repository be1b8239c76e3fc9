import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const sqliteBusy = 5

function tryToLock(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false
    throw error
  }
}

/**
 * Runs one task at a time across processes. SQLite uses a lock of the operating system, which ends
 * with the process that holds it, so there are no stale lock files to detect.
 */
export async function withLock<Result>(
  path: string,
  onWait: () => void,
  task: () => Promise<Result>,
): Promise<Result> {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    if (!tryToLock(database)) {
      onWait()
      // Polling, instead of SQLite's busy timeout, keeps this process responsive to signals.
      while (!tryToLock(database)) await sleep(100)
    }
    return await task()
  } finally {
    database.close()
  }
}
