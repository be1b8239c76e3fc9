import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { contains, findBySearchIndex, isOneOf, type SearchedTable } from './search-index.ts'
import type { Database } from './tables/tables.ts'

/** A condition that fewer rows fulfil is answered by its index, and the rows are sorted. */
const mostCandidates = 1000
/** One statement of a walk in the order of the list looks at no more rows; a few milliseconds. */
const rowsOfStretch = 2000

/** A column that rows are sorted by, never null. */
export interface SortColumn {
  /** Qualified with its table, for example `users.email`. */
  readonly column: string
  readonly type: 'text' | 'number'
  /** Rows with the same value are in the order of their ids. */
  readonly isUnique: boolean
}

export interface SortOrder extends SortColumn {
  readonly isDescending: boolean
}

/** The row after which a page goes on. */
export interface Position {
  readonly id: string
  readonly sort_key: string | number
}

/** A column with an index, and the only value of it that is wanted. */
export interface Filter {
  readonly column: string
  readonly value: string | number | null
}

/** Parts that a list's own query adds. */
export interface Part {
  readonly condition: RawBuilder<boolean>
  readonly sortKey: RawBuilder<string | number>
  readonly order: RawBuilder<unknown>
  readonly limit: number
}

/** A table that is read in pages. */
export interface KeysetTable<Row extends Position> {
  readonly name: 'users' | 'organizations' | 'flags' | 'receipts' | 'scans' | 'webhook_deliveries'
  readonly read: (part: Part) => Promise<readonly Row[]>
  /** Which rows the list is of; all of them without it. */
  readonly scope?: RawBuilder<boolean>
  /** The scope holds no more rows than can be sorted for each page. */
  readonly isShort?: boolean
}

export interface Wanted {
  readonly order: SortOrder
  readonly filters: readonly Filter[]
  /** Conditions that no index answers. */
  readonly conditions?: readonly RawBuilder<boolean>[]
  /** Folded; empty for no search. */
  readonly term: string
}

export type ReadRows<Row> = (after: Position | undefined, limit: number) => Promise<readonly Row[]>

export interface Keyset<Row> {
  readonly read: ReadRows<Row>
  /** How many rows a search and filters find. */
  readonly count: () => Promise<number>
}

/**
 * Reads a list in pages that go on after a row, and not at a number of rows, so that none is left out
 * or comes twice while others come and go. A search or a filter that few rows fulfil is answered by
 * its index; one that many fulfil walks through the rows in stretches, so that other calls run in
 * between: in their order until the page is full, or all of them to count.
 */
export async function openKeyset<Row extends Position>(
  database: Database,
  table: KeysetTable<Row>,
  wanted: Wanted,
): Promise<Keyset<Row>> {
  const { order } = wanted
  const candidates =
    table.isShort === true || !isNarrowed(wanted)
      ? undefined
      : await findCandidates(database, table, wanted)
  const conditions = [
    ...conditionsOf(table, wanted),
    ...(candidates === undefined ? [] : [isOneOf(database, `${table.name}.id`, candidates)]),
  ]
  const isWhole = table.isShort === true || !isNarrowed(wanted) || candidates !== undefined
  return {
    async read(after, limit) {
      if (isWhole) return readRows(limit, isBeyond(order, after))
      const found: Row[] = []
      for await (const stretch of stretchesOf(order, after)) {
        found.push(...(await readRows(limit - found.length, ...stretch)))
        if (found.length === limit) break
      }
      return found
    },
    async count() {
      if (isWhole) return countRows()
      let found = 0
      for await (const stretch of stretchesOf(byId(table.name)))
        found += await countRows(...stretch)
      return found
    },
  }

  function readRows(limit: number, ...more: readonly RawBuilder<boolean>[]) {
    return table.read({
      condition: allOf([...conditions, ...more]),
      sortKey: sql.ref(order.column),
      order: orderBy(order),
      limit,
    })
  }

  async function countRows(...more: readonly RawBuilder<boolean>[]): Promise<number> {
    const { rows } = await sql<{ count: number | string }>`select count(*) as count
      from ${sql.table(table.name)} where ${allOf([...conditions, ...more])}`.execute(database)
    return Number(rows[0]?.count)
  }

  /** The conditions of one stretch after another. */
  async function* stretchesOf(by: SortOrder, after?: Position) {
    for (let from = after; ; await nextSlot()) {
      const to = await endOfStretch(database, table.name, by, from)
      yield [isBeyond(by, from), ...(to === undefined ? [] : [isUpTo(by, to)])]
      if (to === undefined) return
      from = to
    }
  }
}

function byId(table: string): SortOrder {
  return { column: `${table}.id`, type: 'text', isUnique: true, isDescending: false }
}

/** Whether a list is searched or filtered. */
export function isNarrowed({ filters, conditions = [], term }: Wanted): boolean {
  return filters.length + conditions.length > 0 || term !== ''
}

function conditionsOf<Row extends Position>(
  { name, scope }: KeysetTable<Row>,
  { filters, conditions = [], term }: Wanted,
): RawBuilder<boolean>[] {
  return [
    ...(scope === undefined ? [] : [scope]),
    ...conditions,
    // Its index must not be taken where the rows are found by another one.
    ...filters.map(({ column, value }) => isEqual(withoutIndex(column), value)),
    ...(term === '' ? [] : [contains(`${name}.search_text`, term)]),
  ]
}

/** @returns the ids that fulfil the search or a filter; undefined where each is fulfilled by many */
async function findCandidates<Row extends Position>(
  database: Database,
  { name }: KeysetTable<Row>,
  { filters, term }: Wanted,
): Promise<readonly string[] | undefined> {
  const bySearch =
    isSearched(name) && term !== '' ? await findBySearchIndex(database, name, term) : undefined
  const byFilter = filters.map(
    ({ column, value }) =>
      sql<{
        id: string
      }>`select id from ${sql.table(name)} where ${isEqual(sql.ref(column), value)}`,
  )
  for (const query of [...(bySearch === undefined ? [] : [bySearch]), ...byFilter]) {
    const few = sql<{ id: string }>`${query} limit ${sql.lit(mostCandidates + 1)}`
    const { rows } = await few.execute(database)
    if (rows.length <= mostCandidates) return rows.map(({ id }) => id)
  }
  return undefined
}

function isSearched(table: string): table is SearchedTable {
  return table === 'users' || table === 'organizations'
}

/** The last row of the next stretch; undefined where it is the last stretch. */
async function endOfStretch(
  database: Database,
  table: string,
  order: SortOrder,
  from: Position | undefined,
): Promise<Position | undefined> {
  const { rows } = await sql<Position>`select id, ${sql.ref(order.column)} as sort_key
    from ${sql.table(table)} where ${isBeyond(order, from)}
    order by ${orderBy(order)} limit 1 offset ${sql.lit(rowsOfStretch - 1)}`.execute(database)
  return rows[0]
}

function orderBy(order: SortOrder): RawBuilder<unknown> {
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc')
  return sql.join(columnsOf(order).map((column) => sql`${column} ${direction}`))
}

function columnsOf({ column, isUnique }: SortColumn): RawBuilder<unknown>[] {
  const [table] = column.split('.')
  return [sql.ref(column), ...(isUnique ? [] : [sql.ref(`${table}.id`)])]
}

function isBeyond(order: SortOrder, position: Position | undefined): RawBuilder<boolean> {
  if (position !== undefined) return compare(order, order.isDescending ? '<' : '>', position)
  // True of every row; SQLite searches the index by it instead of the table.
  const least = order.type === 'text' ? '' : Number.MIN_SAFE_INTEGER
  return sql<boolean>`${sql.ref(order.column)} >= ${least}`
}

function isUpTo(order: SortOrder, position: Position): RawBuilder<boolean> {
  return compare(order, order.isDescending ? '>=' : '<=', position)
}

function compare(order: SortOrder, operator: string, position: Position): RawBuilder<boolean> {
  const columns = columnsOf(order)
  const values = [position.sort_key, position.id].slice(0, columns.length)
  return sql<boolean>`(${sql.join(columns)}) ${sql.raw(operator)} (${sql.join(values)})`
}

/** The value of a column, read from the row. */
function withoutIndex(column: string): RawBuilder<unknown> {
  return sql`coalesce(${sql.ref(column)}, ${sql.ref(column)})`
}

function isEqual(column: RawBuilder<unknown>, value: Filter['value']): RawBuilder<boolean> {
  return value === null ? sql<boolean>`${column} is null` : sql<boolean>`${column} = ${value}`
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

let slots = Promise.resolve()

/**
 * All lists share one queue that runs one step per iteration of the event loop. With a queue for each
 * list, a hundred lists at once would let the server accept one new connection a second.
 */
export function nextSlot(): Promise<void> {
  slots = slots.then(() => setImmediate())
  return slots
}
