import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findPrograms } from '../../tests/support/postgres/programs.ts'
import type { Stage } from '../prove/attack.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../..')

/**
 * Backs a database up and restores the copy elsewhere, each as docs/operations.md says.
 * @param folder for the copy
 * @returns the DATABASE_URL of what was restored
 */
export async function backUpAndRestore(
  stage: Stage,
  databaseUrl: string,
  folder: string,
): Promise<string> {
  const copy = join(folder, randomUUID())
  const restoredUrl = await stage.newDatabase()
  if (stage.engine === 'file') {
    await run(process.execPath, ['server/cli/backup.ts', copy], {
      cwd: repository,
      env: { ...process.env, DATABASE_URL: databaseUrl },
    })
    await copyFile(copy, restoredUrl.slice('file:'.length))
  } else {
    const programs = findPrograms(['pg_dump', 'pg_restore'])
    if (programs === undefined) throw new Error('neither pg_dump nor pg_restore is here')
    await run(join(programs, 'pg_dump'), ['--format=custom', `--file=${copy}`, databaseUrl])
    const options = ['--no-owner', '--exit-on-error', `--dbname=${restoredUrl}`]
    await run(join(programs, 'pg_restore'), [...options, copy])
  }
  return restoredUrl
}
