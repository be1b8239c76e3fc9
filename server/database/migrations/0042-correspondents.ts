import { sql } from 'kysely'
import { correspondentOf } from '../../../judge/lists/correspondent.ts'
import { hourMs } from '../../core/clock.ts'
import { insertJsonRows } from '../json-rows.ts'
import type { Correspondents } from '../tables/mail.ts'
import type { Database } from '../tables/tables.ts'
import { hasTable, repeatStep, takePreparationLock } from './preparation.ts'

/** In mails. */
const batch = 5000
/** A verdict may change for a day, until housekeeping of the next hour, and servers' clocks may differ. */
const unsettledMs = 26 * hourMs

/**
 * The correspondents of an organization (decision 0151), from the safe mail that is kept. Mail
 * whose verdict was settled was read before this transaction, in batches, while servers of 0.2.0 or
 * later may still write.
 */
export async function up(database: Database): Promise<void> {
  await takePreparationLock(database)
  for (let isComplete = false; !isComplete; ) isComplete = await readBatch(database, undefined)
  // A server of the version before deletes the mail of a removed user alone.
  await sql`delete from correspondents where not exists (select 1 from users
    where users.id = correspondents.user_id and users.removed_at is null)`.execute(database)
  await database.schema.dropTable('correspondents_progress').execute()
}

/** It may be killed and begun again, and run on several servers at once. */
export async function prepare(database: Database): Promise<void> {
  await database.transaction().execute(makeTables)
  const unsettled = firstIdOf(Date.now() - unsettledMs)
  await repeatStep(database, 'correspondents_progress', (transaction) =>
    readBatch(transaction, unsettled),
  )
}

async function makeTables(database: Database): Promise<void> {
  await takePreparationLock(database)
  if (await hasTable(database, 'correspondents')) return
  await database.schema
    .createTable('correspondents')
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('correspondents_key', ['organization_id', 'day', 'sender'])
    .execute()
  // How far mail is read.
  await sql`create table correspondents_progress (read_to text not null)`.execute(database)
  await sql`insert into correspondents_progress values ('')`.execute(database)
}

type Sent = Omit<Correspondents, 'sender'> & { readonly sender_address: string }

/**
 * Reads the next mails in the order of their ids.
 * @param end the first id to leave out; undefined to read all
 * @returns whether there are no more
 */
async function readBatch(database: Database, end: string | undefined): Promise<boolean> {
  const after = await readProgress(database)
  const beforeEnd = end === undefined ? sql`` : sql`and id < ${end}`
  const mails = sql`select id, organization_id, substr(received_at, 1, 10) as day, sender_address, user_id
    from scans where threat_level = 'safe' and id > ${after} ${beforeEnd} order by id limit ${sql.lit(batch)}`
  const { rows: lasts } = await sql<{ last: string | null; count: number | string }>`
    select max(id) as last, count(*) as count from (${mails}) as mails`.execute(database)
  const [{ last = null, count = 0 } = {}] = lasts
  if (last === null) return true
  const { rows } =
    await sql<Sent>`select organization_id, day, sender_address, min(user_id) as user_id
    from (${mails}) as mails where organization_id <> '' and sender_address <> ''
    group by organization_id, day, sender_address`.execute(database)
  await insert(database, rows)
  await sql`update correspondents_progress set read_to = ${last}`.execute(database)
  return Number(count) < batch
}

async function readProgress(database: Database): Promise<string> {
  const [row] = await database
    .withTables<{ correspondents_progress: { read_to: string } }>()
    .selectFrom('correspondents_progress')
    .selectAll()
    .execute()
  if (row === undefined) throw new Error('it is not known how far mail was read')
  return row.read_to
}

async function insert(database: Database, sent: readonly Sent[]): Promise<void> {
  const rows = sent.map(({ sender_address, ...row }) => ({
    ...row,
    sender: correspondentOf(sender_address),
  }))
  const write = insertJsonRows(
    database,
    'correspondents',
    ['organization_id', 'day', 'sender', 'user_id'],
    JSON.stringify(rows),
  )
  await sql`${write} on conflict do nothing`.execute(database)
}

/** Ids begin with the time of their creation. */
function firstIdOf(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}
