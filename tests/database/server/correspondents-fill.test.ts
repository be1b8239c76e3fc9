import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../server/core/clock.ts'
import { isPostgresUrl } from '../../../server/core/database-address.ts'
import { prepare } from '../../../server/database/migrations/0042-correspondents.ts'
import { migrate, prepareMigrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import {
  connectTo,
  firstRelease,
  insertEarlier,
  insertRow,
} from '../../support/server/earlier-database.ts'
import { killedAt } from '../../support/server/query-plugins.ts'
import { createEmptyDatabase } from '../../support/server/test-database.ts'
import { provesOnce } from '../../support/suite.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'

/** More than two batches. */
const bulk = 12_000
const now = new Date()
const ago = (ms: number) => new Date(now.getTime() - ms)

/** As servers make them. */
function idAt(time: Date, number: number): string {
  const digits = time.getTime().toString(16).padStart(12, '0')
  const end = number.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-${end}`
}

/** A database of before the table, in which mail of a firm a minute came until a day ago. */
async function fillFormer(database: Database, migration: string) {
  await migrate(database, migration)
  const { organizations, users, scans } = await rowsOfEveryTable(now)
  const { organization_id, ...row } = scans
  const hasOrganization = migration !== firstRelease
  await insertEarlier(database, { table: 'organizations', row: organizations })
  await insertEarlier(database, { table: 'users', row: users })
  const names = { username: 'gone', username_key: 'gone', look_alike_key: 'gone', email: 'gone' }
  const gone = { ...users, ...names, id: 'gone', removed_at: now.toISOString() }
  await insertEarlier(database, { table: 'users', row: { ...gone, organization_id: null } })
  let inserted = 0
  const insert = async (sender: string, received: Date, overrides: object = {}) => {
    inserted += 1
    const kept = {
      received_at: received.toISOString(),
      delete_after: new Date(received.getTime() + 30 * dayMs).toISOString(),
      threat_level: 'safe',
    }
    const own = { ...row, ...kept, id: idAt(received, inserted), sender_address: sender }
    const placed = hasOrganization ? { ...own, organization_id } : own
    await insertRow(database, { table: 'scans', row: { ...placed, ...overrides } })
  }
  await insert('first@firm-0.example', ago(20 * dayMs))
  const columns = Object.keys({ ...row, ...(hasOrganization ? { organization_id } : {}) })
    .filter((name) => !['id', 'sender_address'].includes(name))
    .map((name) => sql.ref(name))
  const beginning = idAt(ago(19 * dayMs), 0).slice(0, -12)
  await sql`with recursive numbers (number) as
      (select 1 union all select number + 1 from numbers where number < ${sql.lit(bulk)})
    insert into scans (id, sender_address, ${sql.join(columns)})
      select ${beginning} || substr(cast(100000000000 + number as text), 1, 12),
        'post@firm-' || number || '.example', ${sql.join(columns)}
      from scans, numbers where sender_address = 'first@firm-0.example'`.execute(database)
  return insert
}

async function countRows(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('correspondents')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const sendersIn = async (database: Database) =>
  (await database.selectFrom('correspondents').select('sender').execute()).map((row) => row.sender)

const origins = [
  ['0.2.0', firstRelease, '0039-organization-keys@0.3.0'],
  ['the version before', '0041-partitions@0.3.0', '0042-correspondents@0.3.0'],
] as const
/** The way from the older one contains the other's; `npm test` goes it alone on the slower engine. */
const isShort = provesOnce && inject('postgres') !== undefined

test.each(isShort ? origins.slice(0, 1) : origins)(
  'who wrote is read from mail of %s in batches that can be killed, while servers write',
  async (_, migration, prepared) => {
    await using created = await createEmptyDatabase()
    const database = connectTo(created.address)
    const insert = await fillFormer(database, migration)
    await insert('lena@Mail.supplier.example', ago(3 * dayMs))
    await insert('layla@gmail.com', ago(3 * dayMs))
    await insert('', ago(3 * dayMs))
    await insert('trap@bait.example', ago(3 * dayMs), { threat_level: 'suspicious' })
    await insert('only@gone.example', ago(3 * dayMs), { user_id: 'gone' })
    // The verdict on it may still change.
    await insert('new@today.example', ago(hourMs))
    await insert('changed@today.example', ago(hourMs))
    const killed = database.withPlugin(killedAt('update correspondents_progress', 2))
    await expect(prepareMigrations(killed)).rejects.toThrow('killed')
    const read = await countRows(database)
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(bulk)
    // Servers of the former version write on, and a second one prepares beside the first.
    await insert('late@meanwhile.example', ago(minuteMs), {
      received_at: ago(9 * dayMs).toISOString(),
    })
    // A file has one server.
    const other = isPostgresUrl(created.address) ? connectTo(created.address) : database
    await Promise.all([prepareMigrations(database), prepareMigrations(other)])
    if (other !== database) await other.destroy()
    expect(await prepareMigrations(database)).toEqual([prepared])
    expect(await sendersIn(database)).not.toContain('today.example')
    await database
      .updateTable('scans')
      .set({ threat_level: 'suspicious' })
      .where('sender_address', '=', 'changed@today.example')
      .execute()
    await database
      .updateTable('scans')
      .set({ sender_address: 'new@another.example' })
      .where('sender_address', '=', 'new@today.example')
      .execute()

    const upgraded = await openDatabase(created.address)
    const senders = await sendersIn(upgraded)
    expect(senders).toHaveLength(bulk + 5)
    expect(senders).toEqual(
      expect.arrayContaining([
        'firm-0.example',
        `firm-${bulk}.example`,
        'supplier.example',
        'layla@gmail.com',
        'meanwhile.example',
        'another.example',
      ]),
    )
    const [late] = await upgraded
      .selectFrom('correspondents')
      .selectAll()
      .where('sender', '=', 'meanwhile.example')
      .execute()
    expect(late?.day).toBe(
      ago(9 * dayMs)
        .toISOString()
        .slice(0, 10),
    )
    const tables = await upgraded.introspection.getTables()
    expect(tables.map(({ name }) => name)).not.toContain('correspondents_progress')
    // A server that started beside this one comes to its turn later.
    await prepare(upgraded)
    expect(await sendersIn(upgraded)).toEqual(senders)
    await upgraded.destroy()
    await database.destroy()
  },
)
