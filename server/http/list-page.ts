import { hash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import * as v from 'valibot'
import { givenText } from '../../contract/core/basic.ts'
import type { Endpoint } from '../../contract/core/endpoint.ts'
import { limits } from '../../contract/core/limits.ts'
import type { Locale } from '../../contract/core/locale.ts'
import { fold } from '../core/fold.ts'
import { invalidField } from '../core/http-error.ts'
import {
  type Filter,
  isNarrowed,
  type KeysetTable,
  nextSlot,
  openKeyset,
  type Position,
  type ReadRows,
  type SortColumn,
  type SortOrder,
} from '../database/keyset.ts'
import type { Database } from '../database/tables/tables.ts'

/** A chunk takes a few milliseconds; other calls run between chunks. */
const chunkRows = 250

/**
 * A whole list, chunk by chunk; each starts where the last one ended, so that nothing comes twice
 * however much is added meanwhile.
 * @param read rows that come after one, or from the beginning
 */
export async function* chunksOf<Row extends Place, Place>(
  read: (after: Place | undefined, limit: number) => Promise<readonly Row[]>,
  start?: Place,
  atOnce = chunkRows,
): AsyncGenerator<readonly Row[]> {
  for (let after = start; ; await nextSlot()) {
    const rows = await read(after, atOnce)
    yield rows
    if (rows.length < atOnce) return
    after = rows.at(-1)
  }
}

/** A filter for a value that was given; for none otherwise. */
export function equals(column: string, value: Filter['value'] | undefined): Filter | undefined {
  return value === undefined ? undefined : { column, value }
}

/** The input of every list; a list's own filters come besides. */
export interface ListInput<Sort extends string> {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly sort?: Sort | undefined
  readonly order?: 'asc' | 'desc' | undefined
  /** Only the rows are shown in it: a cursor is of every language. */
  readonly locale?: Locale | undefined
}

export interface ListQuery<Row extends Position, Sort extends string> {
  /** The table to read, or the query of an order where the table is not read like others. */
  readonly table: KeysetTable<Row> | ((order: SortOrder) => ReadRows<Row>)
  readonly sorts: Readonly<Record<Sort, SortColumn>>
  /** Without a `sort` or an `order`. */
  readonly usual: { readonly sort: Sort; readonly order: 'asc' | 'desc' }
  readonly filters?: readonly (Filter | undefined)[]
  /** Conditions that no index answers. */
  readonly conditions?: readonly (RawBuilder<boolean> | undefined)[]
  /** Counts the rows without a search and filters; its pages announce that they are searched. */
  readonly countAll?: () => Promise<number>
  /** Its own query searches for `q`. */
  readonly searchesItself?: boolean
}

/** A list that was asked for. */
export interface OpenList<Row> {
  /** The beginning, or where the cursor says. */
  readonly start: Position | undefined
  readonly read: ReadRows<Row>
  /** One page, with a `Link` header where there is another one, or the list is searched. */
  page(limit: number): Promise<{ rows: readonly Row[]; headers: { Link?: string } }>
}

/** @throws HttpError 422 for a cursor of another list, sort or filter */
export async function openList<Row extends Position, Sort extends string>(
  database: Database,
  endpoint: Endpoint,
  input: ListInput<Sort>,
  query: ListQuery<Row, Sort>,
): Promise<OpenList<Row>> {
  const { table, sorts, usual, filters = [], conditions = [], searchesItself = false } = query
  const { limit: _, cursor, locale, ...list } = input
  const { sort = usual.sort, order = sort === usual.sort ? usual.order : 'asc', q = '' } = list
  const column = sorts[sort]
  const known = [endpoint.path, Object.entries({ ...list, sort, order, q }).toSorted()]
  const start = cursor === undefined ? undefined : readCursor(known, cursor, column)
  const wanted = {
    order: { ...column, isDescending: order === 'desc' },
    filters: filters.filter((filter) => filter !== undefined),
    conditions: conditions.filter((condition) => condition !== undefined),
    term: searchesItself ? '' : fold(q),
  }
  const { read, count } =
    typeof table === 'function'
      ? { read: table(wanted.order), count: undefined }
      : await openKeyset(database, table, wanted)
  return {
    start,
    read,
    async page(limit) {
      // One more than wanted tells whether there is a next page.
      const found = await read(start, limit + 1)
      const rows = found.slice(0, limit)
      const last = rows.at(-1)
      const links: string[] = []
      if (found.length > limit && last !== undefined) {
        const next = { limit, cursor: writeCursor(known, last), ...list, locale }
        links.push(nextLink(endpoint, next))
      }
      // Once is enough for a list that is read to its end.
      if (start === undefined && query.countAll !== undefined && count !== undefined) {
        const total = await query.countAll()
        const matches = isNarrowed(wanted) ? await count() : total
        links.push(searchLink(endpoint, matches, total))
      }
      return { rows, headers: links.length === 0 ? {} : { Link: links.join(', ') } }
    },
  }
}

/** A `Link` header to a list's next page (RFC 8288), relative to the API's base. */
function nextLink({ path }: Endpoint, query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `</api${path}?${parameters}>; rel="next"`
}

/**
 * Says that a list is searched, filtered and sorted as asked, with the number of rows that were found
 * and of all: an answer alone does not tell whether a backend knows the parameters.
 */
function searchLink({ path }: Endpoint, found: number, total: number): string {
  return `</api${path}>; rel="search"; found="${found}"; total="${total}"`
}

/**
 * A place in one list, sorted and filtered in one way, as text that nothing has to be read from.
 * @param list says the list with its sort and filters
 */
function writeCursor(list: unknown, { sort_key, id }: Position): string {
  return Buffer.from(JSON.stringify([digestOf(list), sort_key, id])).toString('base64url')
}

/** @throws HttpError 422 for the cursor of another list, sort or filter, and for any other text */
function readCursor(list: unknown, cursor: string, { type }: SortColumn): Position {
  const key = type === 'text' ? givenText(limits.cursor) : v.pipe(v.number(), v.safeInteger())
  const content = v.strictTuple([v.literal(digestOf(list)), key, givenText(limits.id)])
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), content),
    Buffer.from(cursor, 'base64url').toString(),
  )
  if (!parsed.success) throw invalidField('cursor', 'other_list', {})
  const [, sort_key, id] = parsed.output
  return { sort_key, id }
}

function digestOf(list: unknown): string {
  return hash('sha256', JSON.stringify(list), 'base64url').slice(0, 11)
}
