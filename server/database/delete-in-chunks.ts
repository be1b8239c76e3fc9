import { setImmediate } from 'node:timers/promises'
import type { DeleteResult } from 'kysely'

/** A chunk takes a few milliseconds; between two of them other calls have their turn. */
const chunk = 500

/**
 * Deletes any number of rows without keeping others waiting.
 * @param deleteSome a statement that deletes so many rows at most of those that are left
 * @returns how many rows were deleted
 */
export async function deleteInChunks(
  deleteSome: (most: number) => { executeTakeFirstOrThrow(): Promise<DeleteResult> },
): Promise<number> {
  let deleted = 0
  for (;;) {
    const { numDeletedRows } = await deleteSome(chunk).executeTakeFirstOrThrow()
    deleted += Number(numDeletedRows)
    if (numDeletedRows < chunk) return deleted
    await setImmediate()
  }
}
