import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { copyInBatches } from '../../../server/database/migrations/0041-partitions-copy.ts'
import { migrate, prepareMigrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { connectTo, insertEarlier, insertRow } from '../../support/server/earlier-database.ts'
import { killedAt } from '../../support/server/query-plugins.ts'
import { createEmptyDatabase } from '../../support/server/test-database.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'

/** More than two batches. */
const bulk = 4500

/** A database of 0.2.0 with mail of each level that ends on three days. */
async function fillFormer(database: Database) {
  await migrate(database, '0038-judge-counts')
  const {
    organizations,
    users,
    scans: row,
  } = await rowsOfEveryTable(new Date(Date.UTC(2026, 2, 15)))
  const { organization_id, ...scans } = row
  await insertEarlier(database, { table: 'organizations', row: organizations })
  await insertEarlier(database, { table: 'users', row: users })
  await insertRow(database, { table: 'scans', row: { ...scans, id: 'one' } })
  const others = Object.keys(scans).filter(
    (column) => !['id', 'threat_level', 'delete_after'].includes(column),
  )
  const columns = sql.join(others.map((column) => sql.ref(column)))
  await sql`insert into scans (id, threat_level, delete_after, ${columns})
    select 'bulk-' || number, case number % 10 when 0 then 'malicious' when 1 then 'suspicious' else 'safe' end,
      case number % 10 when 0 then null else '2026-04-1' || (number % 3) || 'T10:00:00.000Z' end, ${columns}
    from scans, generate_series(1, ${sql.lit(bulk)}) as number where id = 'one'`.execute(database)
  return { scans, organization_id }
}

function countOf(database: Database, table: string) {
  return sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`
    .execute(database)
    .then(({ rows }) => Number(rows[0]?.count))
}

const everything = (table: string) =>
  sql<object>`select id, threat_level, delete_after, email_subject
    from ${sql.table(table)} order by id`

test('mail is copied in batches that can be killed, while two servers write', async () => {
  await using created = await createEmptyDatabase()
  const database = connectTo(created.address)
  const other = connectTo(created.address)
  const { scans, organization_id } = await fillFormer(database)
  const insert = (id: string) =>
    insertRow(other, { table: 'scans', row: { ...scans, id, threat_level: 'safe' } })
  const write = async (from: number) => {
    await insert(`bulk-1 new ${from}`)
    // Stricter verdicts, before their copy and after it.
    for (const number of [from, from + 2000]) {
      await other
        .updateTable('scans')
        .set({ threat_level: 'malicious', delete_after: null, email_subject: '' })
        .where('id', 'in', [`bulk-${number}`, `bulk-${number + 2}`])
        .execute()
      await other
        .deleteFrom('scans')
        .where('id', '=', `bulk-${number + 1}`)
        .execute()
    }
  }
  await expect(
    prepareMigrations(database.withPlugin(killedAt('update scans_split_progress', 2))),
  ).rejects.toThrow('killed')
  const copied = await countOf(database, 'scans_split')
  expect(copied).toBeGreaterThan(0)
  expect(copied).toBeLessThan(bulk)
  await write(12)
  // Another server prepares beside this one.
  const third = connectTo(created.address)
  await Promise.all([
    prepareMigrations(database),
    prepareMigrations(third),
    (async () => {
      for (let from = 100; from < 1500; from += 50) await write(from)
    })(),
  ])
  await third.destroy()
  await write(1700)
  // A report that is running and then fails.
  const failing = await other.startTransaction().execute()
  await failing.deleteFrom('scans').where('id', '=', 'bulk-3').execute()
  await failing.rollback().execute()
  const { rows: before } = await everything('scans').execute(database)
  expect(before.length).toBeGreaterThan(bulk - 100)
  expect((await everything('scans_split').execute(database)).rows).toEqual(before)
  expect(await prepareMigrations(database)).toEqual(['0039-organization-keys@0.3.0'])
  await Promise.all([database, other].map((it) => it.destroy()))

  const upgraded = await openDatabase(created.address)
  expect((await everything('scans').execute(upgraded)).rows).toEqual(before)
  const organizations = await upgraded
    .selectFrom('scans')
    .select('organization_id')
    .distinct()
    .execute()
  expect(organizations).toEqual([{ organization_id }])
  const { rows: places } = await sql<{ place: string }>`select distinct
    tableoid::regclass::text || ' ' || coalesce(substr(delete_after, 1, 10), '') as place
    from scans where threat_level = 'safe' order by 1`.execute(upgraded)
  expect(
    places.map(({ place }) => place).filter((place) => place.startsWith('scans_safe_2')),
  ).toEqual([
    'scans_safe_20260410 2026-04-10',
    'scans_safe_20260411 2026-04-11',
    'scans_safe_20260412 2026-04-12',
    'scans_safe_20260414 2026-04-14',
  ])
  const { rows: left } = await sql`select 1 from pg_proc where proname = 'mirror_scan'
    union all select 1 from pg_class where relname like 'scans_split%'`.execute(upgraded)
  expect(left).toEqual([])
  // A server that started beside this one comes to its turn later.
  await copyInBatches(upgraded)
  expect((await everything('scans').execute(upgraded)).rows).toEqual(before)
  await upgraded.destroy()
})
