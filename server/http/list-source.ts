import { setImmediate } from 'node:timers/promises'

/** A chunk takes a few milliseconds; other calls run between chunks. */
const chunkRows = 250

/** A table that is listed in the order of its ids. */
export interface ListSource<Row, Item> {
  /** @returns rows with an id greater than `after`, in the order of ids */
  readonly read: (after: string, limit: number) => Promise<readonly Row[]>
  /** The texts that a search matches. */
  readonly searched: (row: Row) => readonly string[]
  readonly show: (row: Row) => Item
}

interface Wanted {
  /** An id; empty for the beginning. */
  readonly after: string
  /** Empty for everything. */
  readonly search: string
}

/** One page, and the id after which the next one starts; undefined on the last page. */
export async function rowsOf<Row extends { readonly id: string }, Item>(
  source: ListSource<Row, Item>,
  wanted: Wanted,
  limit: number,
): Promise<{ rows: readonly Row[]; next: string | undefined }> {
  const found: Row[] = []
  // One extra row shows whether there is a next page.
  const atOnce = wanted.search === '' ? limit + 1 : chunkRows
  for await (const rows of chunksOf(source, wanted, atOnce)) {
    found.push(...rows)
    if (found.length > limit) break
  }
  const rows = found.slice(0, limit)
  return { rows, next: found.length > limit ? rows.at(-1)?.id : undefined }
}

/**
 * Yields matching rows in chunks. Each chunk starts after the last id of the one before, so that no row
 * is repeated when rows are added meanwhile. Case is folded here and not in the database, because
 * SQLite and PostgreSQL fold different letters.
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
    await nextSlot()
  }
}

let slots = Promise.resolve()

/**
 * All lists together produce one chunk in each iteration of the event loop. If each list produced its
 * own, the server would accept one new connection a second during a hundred concurrent lists.
 */
function nextSlot(): Promise<void> {
  slots = slots.then(() => setImmediate())
  return slots
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
