import { setImmediate } from 'node:timers/promises'

/** A few milliseconds' worth; between two chunks other calls have their turn. */
const chunkRows = 250

/** A table as a list, in the order of its ids. */
export interface ListSource<Row, Item> {
  /** @returns rows whose id is greater, in the order of ids */
  readonly read: (after: string, limit: number) => Promise<readonly Row[]>
  /** What a search looks through. */
  readonly searched: (row: Row) => readonly string[]
  readonly show: (row: Row) => Item
}

interface Wanted {
  /** An id; empty for the beginning. */
  readonly after: string
  /** Empty for everything. */
  readonly search: string
}

/** One page, and the id that the next one comes after; undefined when this is the last one. */
export async function rowsOf<Row extends { readonly id: string }, Item>(
  source: ListSource<Row, Item>,
  wanted: Wanted,
  limit: number,
): Promise<{ rows: readonly Row[]; next: string | undefined }> {
  const found: Row[] = []
  // One more than wanted tells whether there is a next page.
  const atOnce = wanted.search === '' ? limit + 1 : chunkRows
  for await (const rows of chunksOf(source, wanted, atOnce)) {
    found.push(...rows)
    if (found.length > limit) break
  }
  const rows = found.slice(0, limit)
  return { rows, next: found.length > limit ? rows.at(-1)?.id : undefined }
}

/**
 * Everything that is wanted, chunk by chunk; each starts where the last one ended, so that nothing
 * comes twice however much is added meanwhile. Letters are compared here and not by the database,
 * for each engine knows other letters as upper and lower case.
 */
export async function* chunksOf<Row extends { readonly id: string }>(
  source: Pick<ListSource<Row, unknown>, 'read' | 'searched'>,
  { after, search }: Wanted,
  atOnce = chunkRows,
): AsyncGenerator<readonly Row[]> {
  const wanted = fold(search)
  const matches = (row: Row) => source.searched(row).some((text) => fold(text).includes(wanted))
  for (let last: string | undefined = after; last !== undefined; ) {
    const rows: readonly Row[] = await source.read(last, atOnce)
    yield wanted === '' ? rows : rows.filter(matches)
    last = rows.length < atOnce ? undefined : rows.at(-1)?.id
    await nextTurn()
  }
}

let turns = Promise.resolve()

/**
 * All lists together make one chunk in each round of the event loop. If each made its own, a hundred
 * lists at once would let in one new connection a second.
 */
function nextTurn(): Promise<void> {
  turns = turns.then(() => setImmediate())
  return turns
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
