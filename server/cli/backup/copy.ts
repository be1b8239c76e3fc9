import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { isPostgresUrl } from '../../core/database-address.ts'
import { copyDatabase } from '../../database/opening/copy-database.ts'
import { copySqliteFile } from '../../database/opening/copy-sqlite-file.ts'
import { openDatabase } from '../../database/opening/open.ts'
import { openExistingDatabase } from '../../database/opening/open-existing.ts'

/** Only in a backup that is encrypted. */
const secretsTable = 'backup_secrets'

/**
 * Copies a database of either engine into a new file of SQLite.
 * @throws Error if the copy is not whole
 */
export async function copyToFile(address: string, file: string): Promise<void> {
  if (isPostgresUrl(address)) await copyPostgres(address, file)
  else copySqliteFile(address, file)
  checkIntegrity(file)
}

async function copyPostgres(address: string, file: string): Promise<void> {
  await using cleanUp = new AsyncDisposableStack()
  const source = await openExistingDatabase(address)
  cleanUp.defer(() => source.destroy())
  const target = await openDatabase(file)
  cleanUp.defer(() => target.destroy())
  // PostgreSQL has fewer of them, and a row without its user must not keep all others from a backup.
  await sql`pragma foreign_keys = off`.execute(target)
  await copyDatabase(source, target)
}

/** @throws Error for a file that SQLite cannot read all of */
export function checkIntegrity(file: string): void {
  using sqlite = new DatabaseSync(file, { readOnly: true })
  const result = sqlite.prepare('pragma integrity_check').get()
  if (result?.integrity_check !== 'ok') throw new Error('the copy failed its integrity check')
}

export function addSecrets(file: string, secrets: string): void {
  using sqlite = new DatabaseSync(file)
  sqlite.exec(`create table ${secretsTable} (text text not null)`)
  sqlite.prepare(`insert into ${secretsTable} values (?)`).run(secrets)
}

/** Takes the secrets out of a file, so that it has the tables of a server alone. */
export function takeSecrets(file: string): string | undefined {
  using sqlite = new DatabaseSync(file)
  sqlite.exec('pragma secure_delete = on')
  const isThere = sqlite.prepare('select 1 from sqlite_schema where name = ?').get(secretsTable)
  if (isThere === undefined) return undefined
  const text = sqlite.prepare(`select text from ${secretsTable}`).get()?.text
  sqlite.exec(`drop table ${secretsTable}`)
  return typeof text === 'string' ? text : undefined
}
