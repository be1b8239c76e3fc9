import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Copies in one read transaction: writers continue, and their changes are in the next copy. */
export function copySqliteFile(path: string, target: string): void {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    database.prepare('vacuum into ?').run(target)
    chmodSync(target, 0o600)
  } finally {
    database.close()
  }
}
