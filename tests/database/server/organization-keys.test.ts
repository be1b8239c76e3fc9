import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isPostgres } from '../../../server/database/engine.ts'
import { up } from '../../../server/database/migrations/0039-organization-keys.ts'
import { migrate, prepareMigrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import {
  isOrderedByTimeAlone,
  withoutOrganization,
} from '../../support/organization-keys/query-faults.ts'
import { otherTables, splitTables } from '../../support/organization-keys/tables.ts'
import { connectTo, insertEarlier, insertRow } from '../../support/server/earlier-database.ts'
import { killedAfter } from '../../support/server/query-plugins.ts'
import {
  createEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../support/server/test-database.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'

test("every table of an organization's data has the organization in every key, and others have a reason", async () => {
  await using opened = await openTestDatabase()
  const { database } = opened
  const tables = await database.introspection.getTables()
  const listed = Object.values(otherTables).flat()
  const names = tables.map(({ name }) => name).filter((name) => !name.includes('_search'))
  const known = [...splitTables, ...listed.filter((name) => !name.includes('_search'))]
  expect(names.toSorted()).toEqual(known.toSorted())
  for (const table of splitTables) {
    const columns = tables.find(({ name }) => name === table)?.columns
    const column = columns?.find(({ name }) => name === 'organization_id')
    expect(column, table).toMatchObject({ isNullable: false })
    const keys = await readKeys(database, table)
    expect(keys.length, table).toBeGreaterThan(0)
    for (const key of keys) expect(key, table).toContain('organization_id')
  }
})

test.each([
  ['select id from scans where user_id = ?', ['scans']],
  ['select "organization_id" from "scans" where "user_id" = ?', ['scans']],
  ['delete from "flags" where "id" = ?', ['flags']],
  ['update "mail_checks" set "threat_level" = ? where "id" = ?', ['mail_checks']],
  [
    'select * from "scans" join "users" on "users"."id" = "scans"."user_id" where "users"."organization_id" = ?',
    ['scans'],
  ],
  ['select * from "scans" where "scans"."organization_id" = ?', []],
  ['select * from scans where user_id = ? and organization_id = ?', []],
  ['select * from "users" where "id" = ?', []],
])('%s asks for no organization of %j', (text, tables) => {
  expect(withoutOrganization(text)).toEqual(tables)
})

test.each([
  ['select "id" from "scans" order by "received_at" desc limit ?', true],
  ['select "id" from "scans" order by "scans"."received_at" desc, "id" desc limit ?', false],
  ['select * from (select id from audit order by at) as newest order by at, id', true],
  ['select "host" from "mailboxes" order by coalesce("seen_at", "connected_at") desc', true],
  ['select "host" from "mailboxes" order by coalesce("seen_at", "connected_at"), "id"', false],
  ['select "id", "made_at" from "marks" order by "id", "made_at"', false],
  ['select "created_at", "used_at" from "known_devices" order by "created_at"', false],
  [
    'delete from "a" where "at" < (select "kept"."at" from "a" as "kept" order by "kept"."at")',
    false,
  ],
  ['select "flags"."expires_at" from "flags" order by "flags"."expires_at" limit ?', false],
  ['select "sender" from "correspondents" order by max("day") desc, "sender"', false],
])('%s orders by a time alone: %j', (text, isAlone) => {
  expect(isOrderedByTimeAlone(text)).toBe(isAlone)
})

const joinedAt = '2026-02-01T00:00:00.000Z'
const [before, after] = ['2026-01-31T23:59:59.999Z', joinedAt]
/** More than two batches. */
const bulk = 2500

/** A database of 0.2.0 with a user who stayed, one who moved and one without an organization. */
async function fillFormer(created: TestDatabase) {
  const database = connectTo(created.address)
  await migrate(database, '0038-judge-counts')
  const { organizations, users, scans, flags, mail_checks, reported_mails } =
    await rowsOfEveryTable(new Date(joinedAt))
  await insertEarlier(database, { table: 'organizations', row: organizations })
  const people = ['stayed', 'moved', 'alone']
  for (const id of people) {
    const organization_id = id === 'alone' ? null : organizations.id
    const names = {
      username: id,
      username_key: id,
      look_alike_key: id,
      email: `${id}@olive.example`,
    }
    await insertEarlier(database, {
      table: 'users',
      row: { ...users, id, ...names, organization_id },
    })
    const kept = { user_id: id, organization_id: undefined }
    for (const [at, time] of Object.entries({ before, after })) {
      const rowId = `${id} ${at}`
      for (const [table, row] of [
        ['scans', { ...scans, ...kept, received_at: time }],
        ['mail_checks', { ...mail_checks, ...kept, checked_at: time }],
        ['reported_mails', { ...reported_mails, ...kept, kept_since: time }],
        ['flags', { ...flags, ...kept, value: `${at}.example` }],
      ] as const) {
        const { organization_id: _, ...former } = row
        await insertRow(database, { table, row: { ...former, id: rowId } })
      }
    }
  }
  await insertRow(database, {
    table: 'organization_joins',
    row: { user_id: 'moved', joined_at: joinedAt },
  })
  const { organization_id: _, ...former } = scans
  const columns = sql.join(
    Object.keys(former)
      .filter((name) => name !== 'id')
      .map((name) => sql.ref(name)),
  )
  await sql`with recursive numbers (number) as
      (select 1 union all select number + 1 from numbers where number < ${sql.lit(bulk)})
    insert into scans (id, ${columns}) select 'bulk-' || number, ${columns}
      from scans, numbers where id = 'stayed after'`.execute(database)
  return { database, organizationId: organizations.id, former }
}

const tables = ['scans', 'mail_checks', 'reported_mails', 'flags'] as const

async function idsOf(database: Database, organizationId: string) {
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = await database
      .selectFrom(table)
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', 'like', '% %')
      .orderBy('id')
      .execute()
    found[table] = rows.map(({ id }) => id)
  }
  return found
}

test('old rows follow the moves of their users, in batches that can be killed while servers write', async () => {
  await using created = await createEmptyDatabase()
  const { database, organizationId, former } = await fillFormer(created)
  const insertFormer = (id: string) =>
    insertRow(database, { table: 'scans', row: { ...former, id, user_id: 'stayed' } })
  const countFilled = async () => {
    const { count } = await database
      .selectFrom('scans')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  // The tables are read, four columns are added, and the first two batches are filled.
  await expect(prepareMigrations(database.withPlugin(killedAfter(10)))).rejects.toThrow('killed')
  const filled = await countFilled()
  expect(filled).toBeGreaterThan(0)
  expect(filled).toBeLessThan(bulk)
  // Servers of the former version write on, and a second one prepares beside the first.
  await insertFormer('stayed while it stopped')
  await Promise.all([prepareMigrations(database), insertFormer('stayed meanwhile')])
  expect(await prepareMigrations(database)).toEqual(['0039-organization-keys@0.3.0'])
  await insertFormer('stayed until the end')

  const upgraded = await openDatabase(created.address)
  const both = (id: string) => [`${id} after`, `${id} before`]
  const moved = ['moved after', ...both('stayed')]
  expect(await idsOf(upgraded, organizationId)).toEqual({
    scans: [...moved, 'stayed meanwhile', 'stayed until the end', 'stayed while it stopped'],
    mail_checks: moved,
    reported_mails: moved,
    // Flags go with their user.
    flags: [...both('moved'), ...both('stayed')],
  })
  const others = [...both('alone'), 'moved before']
  expect(await idsOf(upgraded, '')).toEqual({
    scans: others,
    mail_checks: others,
    reported_mails: others,
    flags: both('alone'),
  })
  expect(await countFilled()).toBe(bulk + moved.length + 3)
  expect(await prepareMigrations(upgraded)).toEqual([])
  await upgraded.destroy()
  await database.destroy()
})

test('what is written between the preparation and the keys has its organization, too', async () => {
  await using created = await createEmptyDatabase()
  const { database, organizationId, former } = await fillFormer(created)
  await prepareMigrations(database)
  const late = { ...former, id: 'stayed late', user_id: 'stayed' }
  await insertRow(database, { table: 'scans', row: late })
  await database.transaction().execute((transaction) => up(transaction))
  const { scans, flags } = await idsOf(database, organizationId)
  expect(scans).toContain('stayed late')
  expect(flags).toEqual(['moved after', 'moved before', 'stayed after', 'stayed before'])
  await database.destroy()
})

/** The columns of the primary key and of each other unique index of a table or its partitions, as the engine has them. */
async function readKeys(database: Database, table: string): Promise<readonly string[][]> {
  const query = isPostgres(database)
    ? sql<{ name: string; column: string }>`select pg_index.indexrelid::regclass::text as name,
        pg_attribute.attname as column
      from pg_index join pg_attribute on pg_attribute.attrelid = pg_index.indexrelid
      where (pg_index.indrelid = ${table}::regclass or pg_index.indrelid in (select relid
          from pg_partition_tree(${table}::regclass))) and pg_index.indisunique`
    : sql<{ name: string; column: string }>`select indexes.name as name, columns.name as column
      from pragma_index_list(${table}) as indexes, pragma_index_info(indexes.name) as columns
      where indexes."unique" = 1`
  const { rows } = await query.execute(database)
  const keys = Map.groupBy(rows, ({ name }) => name)
  return [...keys.values()].map((columns) => columns.map(({ column }) => column))
}
