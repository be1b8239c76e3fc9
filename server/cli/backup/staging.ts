import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isPostgresUrl } from '../../core/database-address.ts'

const prefix = 'aman-staging-'
/** The process that made it is in its name. */
const pattern = /^aman-staging-(\d+)-/

/** Where a database is copied to as a file, before a backup or a restore is complete. */
interface Staging extends Disposable {
  readonly file: string
}

/**
 * A new folder that only this account may enter: beside a database file, so that no other disk gets what
 * is not encrypted, or else in `TMPDIR`. Folders of processes that were killed are removed first.
 */
export function openStaging(address: string): Staging {
  const place = isPostgresUrl(address) ? tmpdir() : dirname(address)
  mkdirSync(place, { recursive: true, mode: 0o700 })
  removeLeftBehind(place, (name) => pattern.exec(name)?.[1])
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
  return {
    file: join(folder, 'aman.db'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Removes what processes that have ended left in a folder.
 * @param processOf the number of the process in a name; undefined for any other name
 */
export function removeLeftBehind(
  folder: string,
  processOf: (name: string) => string | undefined,
): void {
  for (const name of readdirSync(folder)) {
    const id = processOf(name)
    if (id !== undefined && !isRunning(Number(id))) removeIfOwn(join(folder, name))
  }
}

/** In a folder of all accounts there may be those of others. */
function removeIfOwn(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {}
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}
