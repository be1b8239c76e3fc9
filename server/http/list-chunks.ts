import { nextSlot } from '../database/keyset.ts'

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
