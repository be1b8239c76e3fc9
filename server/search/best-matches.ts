import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Role } from '../../contract/permissions.ts'
import { findBySearchIndex, type SearchedTable } from '../database/search-index.ts'
import type { Database } from '../database/tables.ts'

interface FoundUser {
  readonly id: string
  readonly full_name: string
  readonly username: string
  readonly email: string
  readonly role: Role
  readonly organization_name: string | null
  readonly name_key: string
  readonly search_text: string
}

interface FoundOrganization {
  readonly id: string
  readonly name: string
  readonly name_key: string
  readonly search_text: string
}

type Ids = RawBuilder<{ id: string }>

/** The index yields rows in any order; among so many the best are found. */
const triedOfIndex = 24

/** Sorts after every character that a name can hold. */
const last = '\u{10FFFF}'

/** @param term folded */
export function findUsers(database: Database, term: string): Promise<FoundUser[]> {
  return best(database, term, {
    table: 'users',
    columns: ['name_key', 'username_key', 'email'],
    read: async (ids) => {
      const { rows } = await sql<FoundUser>`with best as (${ids})
        select users.id, full_name, username, users.email, role, users.name_key,
          users.search_text, organizations.name as organization_name
        from best join users on users.id = best.id
        left join organizations on organizations.id = users.organization_id
        where users.removed_at is null`.execute(database)
      return rows
    },
  })
}

/** @param term folded */
export function findOrganizations(database: Database, term: string): Promise<FoundOrganization[]> {
  return best(database, term, {
    table: 'organizations',
    columns: ['name_key'],
    read: async (ids) => {
      const { rows } = await sql<FoundOrganization>`with best as (${ids})
        select organizations.id, name, name_key, search_text
        from best join organizations on organizations.id = best.id`.execute(database)
      return rows
    },
  })
}

interface Searched<Row> {
  readonly table: SearchedTable
  /** With an index each. */
  readonly columns: readonly string[]
  readonly read: (ids: RawBuilder<unknown>) => Promise<readonly Row[]>
}

/** @returns undefined where the trigram index does not help */
async function idsOf(database: Database, table: SearchedTable, term: string) {
  const query = await findBySearchIndex(database, table, term)
  return query && sql`select id from (${query} limit ${sql.lit(triedOfIndex)}) as best`
}

/**
 * Beginnings come from the indexes of the columns. Only where they are too few, words and parts of words
 * come from the trigram index.
 */
async function best<Row extends Pick<FoundOrganization, 'id' | 'name_key' | 'search_text'>>(
  database: Database,
  term: string,
  { table, columns, read }: Searched<Row>,
): Promise<Row[]> {
  const begins = await read(anyOf(columns.map((column) => beginning(table, column, term))))
  const found = new Map(begins.map((row) => [row.id, row]))
  /** @returns how many there were */
  const add = (rows: readonly Row[]) => rows.map((row) => found.set(row.id, row)).length
  if (found.size < limits.searchResults) {
    const some = await idsOf(database, table, term)
    const isAll = some !== undefined && add(await read(some)) < triedOfIndex
    // Among many, those with a word that begins with the term might not be.
    const words = isAll ? [] : [` ${term}`, `\n${term}`]
    for (const word of words) {
      const ids = await idsOf(database, table, word)
      if (ids !== undefined) add(await read(ids))
    }
  }
  return [...found.values()]
    .map((row) => ({ row, rank: rankOf(row, term) }))
    .toSorted(
      (one, other) => one.rank - other.rank || (one.row.name_key < other.row.name_key ? -1 : 1),
    )
    .slice(0, limits.searchResults)
    .map(({ row }) => row)
}

/** 0 where the name begins with the term, 1 where one of its words does, and so on. */
function rankOf(
  { name_key, search_text }: Pick<FoundOrganization, 'name_key' | 'search_text'>,
  term: string,
): number {
  if (name_key.startsWith(term)) return 0
  if (name_key.includes(` ${term}`)) return 1
  if (search_text.includes(`\n${term}`)) return 2
  return name_key.includes(term) ? 3 : 4
}

function beginning(table: SearchedTable, column: string, term: string): Ids {
  const name = sql.ref(column)
  return sql`select id from (select id from ${sql.table(table)}
    where ${name} >= ${term} and ${name} < ${term + last}
    order by ${name} limit ${sql.lit(limits.searchResults)}) as best`
}

function anyOf(queries: readonly Ids[]): RawBuilder<unknown> {
  return sql.join(queries, sql` union `)
}
