import { setImmediate } from 'node:timers/promises'
import type { DeleteResult } from 'kysely'

/** A chunk takes a few milliseconds; between two of them other calls have their turn. */
const chunk = 500

const never = new AbortController().signal

/**
 * PostgreSQL lets two servers pick the same rows, of which the slower one then deletes few or none
 * though more are left; whoever saw nothing looks once more.
 */
const emptyLooks = 2

/**
 * Deletes until nothing is left, or until it is told to stop; what is left then is for the next time.
 * @param deleteSome makes the query that deletes so many rows at most
 */
export async function deleteInChunks(
  deleteSome: (most: number) => { executeTakeFirstOrThrow(): Promise<DeleteResult> },
  stop: AbortSignal = never,
): Promise<void> {
  let empty = 0
  while (empty < emptyLooks && !stop.aborted) {
    const { numDeletedRows } = await deleteSome(chunk).executeTakeFirstOrThrow()
    empty = numDeletedRows === 0n ? empty + 1 : 0
    await setImmediate()
  }
}
