// Purpose: the search over users and organizations.
// May import: core, database, http.
// Start reading: search.ts.

import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../contract/core/limits.ts'
import type { Role } from '../../contract/core/permissions.ts'
import { searchEndpoint } from '../../contract/search/search.ts'
import { byText, fold } from '../core/fold.ts'
import { prepare } from '../database/drivers/prepare.ts'
import {
  askedOfIndex,
  findBySearchIndex,
  hasTrigramsFor,
  idsByTrigrams,
  isInList,
  type SearchedTable,
} from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'

/** GET /search, an addition: a few users and organizations, the best matches first. */
export function search(services: Services) {
  const { database } = services
  return bindUser(services, searchEndpoint, async ({ q }) => {
    const term = fold(q)
    return {
      users: await findUsers(database, term),
      organizations: await findOrganizations(database, term),
    }
  })
}

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

/** The index yields rows in any order; among so many the best are found. */
const triedOfIndex = 24

/** Sorts after every character that a name can hold. */
const last = '\u{10FFFF}'

/** Takes a folded term. */
export const findUsers = findBest<FoundUser>({
  table: 'users',
  columns: ['name_key', 'username_key', 'email'],
  rowsOf: (ids) => sql`with best as (${ids})
    select users.id, full_name, username, users.email, role, users.name_key,
      users.search_text, organizations.name as organization_name
    from best join users on users.id = best.id
    left join organizations on organizations.id = users.organization_id
    where users.removed_at is null`,
})

/** Takes a folded term. */
export const findOrganizations = findBest<FoundOrganization>({
  table: 'organizations',
  columns: ['name_key'],
  isShort: true,
  rowsOf: (ids) => sql`with best as (${ids})
    select organizations.id, name, name_key, search_text
    from best join organizations on organizations.id = best.id`,
})

interface Searched<Row> {
  readonly table: SearchedTable
  /** With an index each; the one of names is the first. */
  readonly columns: readonly [string, ...string[]]
  /** So few rows that to look up all that match is quick. */
  readonly isShort?: boolean
  readonly rowsOf: (ids: RawBuilder<unknown>) => RawBuilder<Row>
}

/** @returns undefined where the trigram index does not help */
async function idsOf(database: Database, table: SearchedTable, term: string) {
  const query = await findBySearchIndex(database, table, term)
  if (query === undefined) return undefined
  const { rows } = await sql<{ id: string }>`${query} limit ${sql.lit(triedOfIndex)}`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

/**
 * Beginnings come from the indexes of the columns. Only where they are too few, words and parts of words
 * come from the trigram index. PostgreSQL uses it only where it plans for the term itself, which is quick
 * for a query of ids alone. Of a short table it looks up all that match, and keeps the plan for that
 * together with the beginnings.
 */
function findBest<Row extends Pick<FoundOrganization, 'id' | 'name_key' | 'search_text'>>({
  table,
  columns: [best, ...others],
  isShort = false,
  rowsOf,
}: Searched<Row>): (database: Database, term: string) => Promise<Row[]> {
  // A name that begins with the term is better than all else, so that other columns matter only where such
  // names are too few.
  const beginnings = (named: Named) =>
    sql`with names as materialized (
      ${beginning(table, best, named)})
    select id from names
    ${sql.join(
      others.map(
        (column) => sql`union select id from (${beginning(table, column, named)}) as other
          where (select count(*) from names) < ${sql.lit(limits.searchResults)}`,
      ),
      sql` `,
    )}`
  const findBeginnings = prepare((database, named: Named) => {
    const query = rowsOf(beginnings(named))
    return { compile: () => query.compile(database) }
  })
  const findAtOnce = prepare((database, named: (name: 'term' | 'end' | 'asked') => string) => {
    const all = sql`with begins as (${beginnings(named)}), matches as materialized (
      ${idsByTrigrams(database, table, named('asked'))})
      select id from begins union select id from (select id from matches
        where (select count(*) from begins) < ${sql.lit(limits.searchResults)}
        limit ${sql.lit(triedOfIndex)}) as others`
    const query = rowsOf(all)
    return { compile: () => query.compile(database) }
  })
  const findRows = prepare((database, named: (name: 'ids') => string) => {
    const isFound = isInList(database, 'id', named('ids'))
    return {
      compile: () =>
        rowsOf(sql`select id from ${sql.table(table)} where ${isFound}`).compile(database),
    }
  })
  return async (database, term) => {
    const found = new Map<string, Row>()
    const note = (rows: readonly Row[]) => {
      for (const row of rows) found.set(row.id, row)
    }
    const noteIndexed = async (text: string) => {
      const ids = await idsOf(database, table, text)
      if (ids !== undefined && ids.length > 0) {
        note(await findRows(database, { ids: JSON.stringify(ids) }))
      }
      return ids !== undefined && ids.length < triedOfIndex
    }
    const values = { term, end: term + last }
    let isEnough: boolean
    if (isShort && (await hasTrigramsFor(database, term))) {
      note(await findAtOnce(database, { ...values, asked: askedOfIndex(database, term) }))
      isEnough = found.size < triedOfIndex
    } else {
      note(await findBeginnings(database, values))
      isEnough = found.size >= limits.searchResults || (await noteIndexed(term))
    }
    // Among many, those with a word that begins with the term might not be.
    for (const word of isEnough ? [] : [` ${term}`, `\n${term}`]) await noteIndexed(word)
    return [...found.values()]
      .map((row) => ({ row, rank: rankOf(row, term) }))
      .toSorted(
        (one, other) =>
          one.rank - other.rank ||
          byText(one.row.name_key, other.row.name_key) ||
          byText(one.row.id, other.row.id),
      )
      .slice(0, limits.searchResults)
      .map(({ row }) => row)
  }
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

type Named = (name: 'term' | 'end') => string

function beginning(table: SearchedTable, column: string, named: Named): RawBuilder<unknown> {
  const name = sql.ref(column)
  return sql`select id from (select id from ${sql.table(table)}
    where ${name} >= ${named('term')} and ${name} < ${named('end')}
    order by ${name}, id limit ${sql.lit(limits.searchResults)}) as best`
}
