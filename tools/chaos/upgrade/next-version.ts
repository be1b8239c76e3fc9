import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject } from '../../../tests/support/server/copy-project.ts'

const migration = `import { sql } from 'kysely'
import type { Database } from '../tables/tables.ts'

/** As an upgrade changes a large table: it adds, and holds its locks for a while. */
export async function addNext(database: Database): Promise<void> {
  await sql\`alter table scans add column next text not null default 'next'\`.execute(database)
  await sql\`create index scans_by_next on scans (next)\`.execute(database)
  await sql\`select pg_sleep(2)\`.execute(database)
}
`
export const nextMigration = '9999-next@99.0.0'

/** A copy of the project with one migration more than it has. */
export async function makeNextVersion() {
  const project = await copyProject()
  const folder = join(project.path, 'server/database')
  const list = join(folder, 'opening/migrate.ts')
  const text = readFileSync(list, 'utf8')
  const more = text.replace(
    /^(export const migrations\b[\s\S]*?)^}/m,
    `$1  '${nextMigration}': { up: addNext },\n}`,
  )
  if (more === text) throw new Error('the list of migrations is not where it was')
  writeFileSync(join(folder, 'opening/next.ts'), migration)
  writeFileSync(list, `import { addNext } from './next.ts'\n${more}`)
  return project
}
