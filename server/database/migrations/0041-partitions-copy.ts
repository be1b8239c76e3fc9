import { sql } from 'kysely'
import { makeDaysOf } from '../partitions/days.ts'
import type { Database } from '../tables/tables.ts'
import { hasTable, repeatStep, takePreparationLock } from './preparation.ts'

const batch = 2000

/** Tables and the trigger, unless an earlier start made them. */
export async function makeCopy(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await takePreparationLock(transaction)
    if ((await hasTable(transaction, 'scans_split')) || (await isSplit(transaction))) return
    await makeTables(transaction)
    // Not of today: which day it is, servers know by their own clock.
    await makeDaysOf(transaction, transaction)
    await mirrorWrites(transaction)
  })
}

/** Whether the copy has taken the place of the table. */
async function isSplit(database: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_partitioned_table
    where partrelid = 'scans'::regclass`.execute(database)
  return rows.length > 0
}

async function makeTables(database: Database): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database)
  await run(
    'create table scans_split (like scans including defaults) partition by list (threat_level)',
  )
  await run('alter table scans_split alter column organization_id set not null')
  await run(`create index scans_split_by_time on scans_split
    (user_id, received_at, id, delete_after, threat_level, sender_domain, search_text)`)
  await run(`create table scans_safe partition of scans_split for values in ('safe')
    partition by range (delete_after)`)
  await run('create table scans_safe_rest partition of scans_safe default')
  for (const level of ['suspicious', 'malicious']) {
    const table = `scans_${level}`
    await run(`create table ${table} partition of scans_split for values in ('${level}')`)
    await run(`create index ${table}_of_person on ${table} (user_id, received_at)`)
    await run(`alter table ${table} add constraint ${table}_user_id_fkey
      foreign key (user_id) references users (id) on delete cascade`)
  }
  for (const table of ['scans_safe_rest', 'scans_suspicious', 'scans_malicious']) {
    await run(`alter table ${table} add primary key (id, organization_id)`)
  }
  for (const table of ['scans_safe_rest', 'scans_suspicious']) {
    await run(`create index ${table}_to_delete on ${table} (delete_after)`)
  }
  // How far the copy has come; null when it is complete.
  await run(`create table scans_split_progress (copied_to text collate "C")`)
  await run(`insert into scans_split_progress values ('')`)
}

/** Servers write to the copy, too, in their own transactions, while it is made. */
async function mirrorWrites(database: Database): Promise<void> {
  await sql`create function mirror_scan() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and old.delete_after is null then
      delete from scans_split where id = old.id and threat_level = old.threat_level;
    elsif tg_op <> 'INSERT' then
      delete from scans_split where id = old.id and threat_level = old.threat_level
        and delete_after = old.delete_after;
    end if;
    if tg_op <> 'DELETE' then
      new.organization_id := coalesce(new.organization_id, '');
      insert into scans_split select (new).*;
    end if;
    return null;
  end $$`.execute(database)
  // Waits for the transactions that write, so that whatever it does not see is there to be copied.
  await sql`create trigger mirror_scan after insert or update or delete on scans
    for each row execute function mirror_scan()`.execute(database)
}

/** Each batch is a transaction, which never waits for a report; reports wait for it. */
export async function copyInBatches(database: Database): Promise<void> {
  await repeatStep(database, 'scans_split', copyBatch)
  await repeatStep(database, 'scans_split', async (transaction) => {
    await sql`analyze scans_split`.execute(transaction)
    return true
  })
}

/**
 * Copies the next rows in the order of their ids. They are locked, so that a change of one comes after its
 * copy and meets it there. A row that is in the copy already was written since.
 * @returns whether all rows are copied
 */
export async function copyBatch(database: Database): Promise<boolean> {
  const { rows } = await sql<{ copied_to: string | null }>`select copied_to
    from scans_split_progress`.execute(database)
  const after = rows[0]?.copied_to ?? null
  if (after === null) return true
  const { rows: ends } = await sql<{ id: string }>`select id from scans where id > ${after}
    order by id limit 1 offset ${sql.lit(batch - 1)}`.execute(database)
  const end = ends[0]?.id ?? null
  const names = await columnNames(database)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  // A server of 0.2.0 writes none; what it should be is set by 0039.
  const cells = sql.join(
    names.map((name) =>
      name === 'organization_id'
        ? sql`coalesce(organization_id, '') as organization_id`
        : sql.ref(name),
    ),
  )
  const upTo = end === null ? sql`` : sql`and id <= ${end}`
  await sql`insert into scans_split (${columns}) select ${columns}
    from (select ${cells} from scans where id > ${after} ${upTo} for share nowait) as locked
    on conflict do nothing`.execute(database)
  await sql`update scans_split_progress set copied_to = ${end}`.execute(database)
  return end === null
}

async function columnNames(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'scans_split'::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(database)
  return rows.map(({ name }) => name)
}
