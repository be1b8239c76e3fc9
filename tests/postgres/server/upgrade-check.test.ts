import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrations, pendingMigrations } from '../../../server/database/opening/migrate.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { connectTo } from '../../support/server/earlier-database.ts'
import { createEmptyDatabase } from '../../support/server/test-database.ts'

const check = prepareCommand('upgrade-check')
const last = '0035-destinations'
const rows = 20_000

test('estimates an upgrade beside running servers, and changes nothing', {
  timeout: 60_000,
}, async () => {
  await using store = await createEmptyDatabase()
  const database = connectTo(store.url)
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => database.destroy())
  await migrate(database, last)
  await sql`insert into counters (name, value)
    select 'filler' || one, one from generate_series(1, ${sql.lit(rows)}) as one`.execute(database)
  const writing = await database.startTransaction().execute()
  await sql`update counters set value = value + 1`.execute(writing)

  const { stdout } = await check({ environment: { DATABASE_URL: store.url } })

  await writing.rollback().execute()
  const pending = Object.keys(migrations).filter((name) => name > last)
  for (const name of pending) expect(stdout).toContain(`\n  ${name}\n`)
  const [, seconds, megabytes] =
    /About (\d+) seconds, if all of its (\d+\.\d) MB .* Nothing was changed\./.exec(stdout) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(1)
  const { rows: sizes } = await sql<{ bytes: string }>`
    select pg_database_size(current_database()) as bytes`.execute(database)
  expect(Number(megabytes)).toBeCloseTo(Number(sizes[0]?.bytes) / 1e6, -1)
  expect(await pendingMigrations(database)).toEqual(pending)
})
