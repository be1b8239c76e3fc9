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
 * Runs one task at a time across processes. SQLite's lock is the operating system's: it ends with the
 * process that holds it, however that ends, so no stale lock file is ever to be judged.
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
      // Asking again, rather than SQLite's own waiting, leaves this process free to be stopped.
      while (!tryToLock(database)) await sleep(100)
    }
    return await task()
  } finally {
    database.close()
  }
}
