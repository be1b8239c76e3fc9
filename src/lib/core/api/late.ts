import { atom, type ReadableAtom } from 'nanostores'
import type { Endpoint } from '../../../../contract/core/endpoint.ts'

/** After this time a call takes longer than usual, and the page says so. */
const usualMs = 5000

const $lateReads = atom(0)
const $lateChanges = atom(0)

/** The numbers of calls that take longer than usual: of those that load something, and of all others. */
export const $late: {
  readonly reads: ReadableAtom<number>
  readonly changes: ReadableAtom<number>
} = { reads: $lateReads, changes: $lateChanges }

/**
 * Counts a call as late while its answer does not come.
 * @param askedAtMs when it was asked for
 */
export async function countLate<Answer>(
  { method, timeoutMs }: Pick<Endpoint, 'method' | 'timeoutMs'>,
  answer: Promise<Answer>,
  askedAtMs = Date.now(),
): Promise<Answer> {
  const $calls = method === 'GET' ? $lateReads : $lateChanges
  let isLate = false
  // A call with a time of its own is known to be long, and its screen shows how far it is.
  const timer =
    timeoutMs === undefined ? setTimeout(count, askedAtMs + usualMs - Date.now()) : undefined
  function count() {
    isLate = true
    $calls.set($calls.get() + 1)
  }
  try {
    return await answer
  } finally {
    clearTimeout(timer)
    if (isLate) $calls.set($calls.get() - 1)
  }
}
