import { type Kysely, PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely'
import { searchKeysOfUser, searchTextOfFlag, searchTextOfOrganization } from '../search-index.ts'
import type { Tables } from '../tables/tables.ts'

type Searched = Pick<Tables, 'users' | 'organizations' | 'flags'>

/** Rows of one statement; SQLite takes 32,766 parameters. */
const chunkRows = 500

/**
 * The folded text that searches look through, and the keys that lists are sorted by. The trigram
 * index of PostgreSQL is made in open-postgres.ts, for its extension may be missing.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  for (const table of ['users', 'organizations', 'flags'] as const) {
    await addText(database, table, 'search_text')
  }
  await addText(database, 'users', 'name_key')
  await fillColumns(database.withTables<Searched>())
  for (const [index, table, columns] of [
    ['users_by_name', 'users', ['name_key', 'id']],
    ['users_of_role', 'users', ['role', 'id']],
    ['users_of_status', 'users', ['is_active', 'id']],
    ['organizations_of_industry', 'organizations', ['industry', 'id']],
    ['audit_by_action', 'audit', ['action', 'id']],
    // SQLite looks for children of each new row of a table that has triggers.
    ['gateway_keys_of_organization', 'gateway_keys', ['organization_id']],
  ] as const) {
    await schema
      .createIndex(index)
      .on(table)
      .columns([...columns])
      .execute()
  }
  if (database.getExecutor().adapter instanceof PostgresAdapter) return
  await addTrigrams(database, 'users')
  await addTrigrams(database, 'organizations')
}

async function addText({ schema }: Kysely<unknown>, table: string, column: string): Promise<void> {
  await schema
    .alterTable(table)
    .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
    .execute()
}

async function fillColumns(database: Kysely<Searched>): Promise<void> {
  const users = database.selectFrom('users').where('removed_at', 'is', null)
  await inChunks(users.select(['id', 'full_name', 'username', 'email']), async (rows) => {
    const values = rows.map((row) => {
      const { name_key, search_text } = searchKeysOfUser({ ...row, aliases: [] })
      return sql`(${row.id}, ${name_key}, ${search_text})`
    })
    await sql`with folded (id, name_key, search_text) as (values ${sql.join(values)})
      update users set name_key = folded.name_key, search_text = folded.search_text
      from folded where users.id = folded.id`.execute(database)
  })
  const organizations = database.selectFrom('organizations').select(['id', 'name', 'contact_email'])
  await inChunks(organizations, setSearchText(database, 'organizations', searchTextOfOrganization))
  const flags = database.selectFrom('flags').select(['id', 'value', 'reason'])
  await inChunks(flags, setSearchText(database, 'flags', searchTextOfFlag))
}

/** Reads and writes rows in the order of their ids, a chunk at a time. */
async function inChunks<Table extends keyof Searched, Row extends { readonly id: string }>(
  query: SelectQueryBuilder<Searched, Table, Row>,
  write: (rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const inOrder = query.orderBy(sql`id`).limit(chunkRows)
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows: readonly Row[] = await inOrder.where(sql<boolean>`id > ${last}`).execute()
    if (rows.length > 0) await write(rows)
    last = rows.at(-1)?.id
  }
}

function setSearchText<Fields>(
  database: Kysely<Searched>,
  table: keyof Searched,
  textOf: (row: Fields) => string,
) {
  return (rows: readonly (Fields & { readonly id: string })[]) => {
    const name = sql.table(table)
    const values = rows.map((row) => sql`(${row.id}, ${textOf(row)})`)
    return sql`with folded (id, search_text) as (values ${sql.join(values)})
      update ${name} set search_text = folded.search_text
      from folded where ${name}.id = folded.id`.execute(database)
  }
}

/**
 * An index of the trigrams alone, without a copy of the text. FTS5 knows rows by a number that must
 * stay; SQLite's own of a table with a text key may change at every `vacuum`, so a table keeps them.
 */
async function addTrigrams(
  database: Kysely<unknown>,
  table: 'users' | 'organizations',
): Promise<void> {
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
    sql`insert into ${numbers} (id) select id from ${name} order by id`,
    sql`insert into ${index} (rowid, search_text)
      select number, search_text from ${numbers} join ${name} using (id)`,
    sql`create trigger ${trigger('insert')} after insert on ${name} begin ${add} end`,
    sql`create trigger ${trigger('update')} after update of search_text on ${name}
      when old.search_text <> new.search_text begin ${remove} ${add} end`,
    sql`create trigger ${trigger('delete')} after delete on ${name} begin ${remove} end`,
  ]) {
    await statement.execute(database)
  }
}
