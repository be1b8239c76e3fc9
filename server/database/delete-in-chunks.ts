import { setImmediate } from 'node:timers/promises'
import type { DeleteResult } from 'kysely'

/** A chunk takes a few milliseconds; between two of them other calls have their turn. */
const chunk = 500

const never = new AbortController().signal

/**
 * Deletes until nothing is left, or until it is told to stop; what is left then is for the next time.
 * @param deleteSome makes the query that deletes so many rows at most
 */
export async function deleteInChunks(
  deleteSome: (most: number) => { executeTakeFirstOrThrow(): Promise<DeleteResult> },
  stop: AbortSignal = never,
): Promise<void> {
  while (!stop.aborted) {
    const { numDeletedRows } = await deleteSome(chunk).executeTakeFirstOrThrow()
    if (numDeletedRows < chunk) return
    await setImmediate()
  }
}
