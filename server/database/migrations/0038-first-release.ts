import { sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import type { Database } from '../tables/tables.ts'
import { indexesOfFirstRelease } from './0038-indexes.ts'
import { tablesOfFirstRelease } from './0038-tables.ts'
import { hasTable } from './preparation.ts'

/**
 * Creates everything that 0.2.0 had, the first release.
 * @throws Error when there are tables: no release had fewer migrations than these
 */
export async function up(database: Database): Promise<void> {
  if (await hasTable(database, 'organizations')) {
    throw new Error('it is of a version before 0.2.0, the first release, and cannot be upgraded')
  }
  for (const [name, columns] of Object.entries(tablesOfFirstRelease)) {
    await sql.raw(createTable(database, name, columns)).execute(database)
  }
  for (const index of indexesOfFirstRelease) await sql.raw(`create ${index}`).execute(database)
  // The trigram index of PostgreSQL is made in open-postgres.ts, for its extension may be missing.
  if (isPostgres(database)) return await nameAsReleased(database)
  await addTrigrams(database, 'users')
  await addTrigrams(database, 'organizations')
}

/** The rows of reported mails lie inside their key on SQLite, so that each report writes half as much. */
const withinKey = 'reported_mails'

export function createTable(database: Database, name: string, columns: string): string {
  // One line each, for a migration that comes afterwards reads and changes SQLite's text of a table.
  const text = `create table "${name}" (${columns.trim().replace(/\s+/g, ' ')})`
  if (isPostgres(database)) return portable(database, text)
  return `${text} ${name === withinKey ? 'without rowid, ' : ''}strict`
}

/** The types of PostgreSQL for those of SQLite. */
export function portable(database: Database, text: string): string {
  if (!isPostgres(database)) return text
  return text
    .replace(/\binteger\b/g, 'bigint')
    .replace(/\btext\b/g, 'text collate "C"')
    .replace(/\breal\b/g, 'double precision')
    .replace('"reported_mails_key"', '"reported_mails_pkey"')
}

/** The constraints of receipts had the name that the table had first: a later migration may name them. */
async function nameAsReleased(database: Database): Promise<void> {
  for (const end of ['pkey', 'organization_id_fkey']) {
    const [given, released] = [`receipts_${end}`, `receipts_and_supplements_${end}`]
    await sql`alter table receipts rename constraint ${sql.ref(given)} to ${sql.ref(released)}`.execute(
      database,
    )
  }
}

/**
 * An index of the trigrams alone, without a copy of the text. FTS5 knows rows by a number that must
 * stay; SQLite's own of a table with a text key may change at every `vacuum`, so a table keeps them.
 */
async function addTrigrams(database: Database, table: string): Promise<void> {
  const [name, index, numbers] = ['', '_search', '_search_numbers'].map((end) =>
    sql.table(`${table}${end}`),
  )
  const trigger = (event: string) => sql.table(`${table}_search_${event}`)
  const add = sql`insert into ${numbers} (id) values (new.id);
    insert into ${index} (rowid, search_text)
      select number, new.search_text from ${numbers} where id = new.id;`
  const remove = sql`insert into ${index} (${index}, rowid, search_text)
      select 'delete', number, old.search_text from ${numbers} where id = old.id;
    delete from ${numbers} where id = old.id;`
  for (const statement of [
    sql`create table ${numbers} (
      number integer primary key not null, id text not null unique) strict`,
    sql`create virtual table ${index} using fts5 (
      search_text, content = '', tokenize = 'trigram case_sensitive 1')`,
    // Otherwise the trigrams of a removed row stay until the index is merged.
    sql`insert into ${index} (${index}, rank) values ('secure-delete', 1)`,
    sql`create trigger ${trigger('insert')} after insert on ${name} begin ${add} end`,
    sql`create trigger ${trigger('update')} after update of search_text on ${name}
      when old.search_text <> new.search_text begin ${remove} ${add} end`,
    sql`create trigger ${trigger('delete')} after delete on ${name} begin ${remove} end`,
  ]) {
    await statement.execute(database)
  }
}
