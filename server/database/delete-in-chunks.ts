import { setImmediate } from 'node:timers/promises'
import type { DeleteResult } from 'kysely'

/** A chunk takes a few milliseconds; other calls run between chunks. */
const chunk = 500

const never = new AbortController().signal

/**
 * On PostgreSQL two servers may select the same rows; the slower one then deletes none of them although
 * more rows are left. So an empty result is checked once more.
 */
const maxEmptyResults = 2

/**
 * Deletes until no rows are left or `stop` is aborted; the next run deletes the rest.
 * @param deleteSome creates the query that deletes at most the given number of rows
 */
export async function deleteInChunks(
  deleteSome: (most: number) => { executeTakeFirstOrThrow(): Promise<DeleteResult> },
  stop: AbortSignal = never,
): Promise<void> {
  let empty = 0
  while (empty < maxEmptyResults && !stop.aborted) {
    const { numDeletedRows } = await deleteSome(chunk).executeTakeFirstOrThrow()
    empty = numDeletedRows === 0n ? empty + 1 : 0
    await setImmediate()
  }
}
