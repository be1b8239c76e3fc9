/** Longer than the next page takes to answer. */
const leavingMs = 10_000

const events = ['beforeunload', 'pagehide'] as const

let loads = 0
let isLeft = false

const leave = () => {
  isLeft = true
}

/**
 * Loads something; a failure that comes while the document is being left is told only if it stays, also of a
 * load that begins when others already wait. Firefox stops all requests when another page is asked for, and
 * shows this one until that answers.
 */
export async function whileStaying<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  // Without a window there is nothing to leave.
  if (typeof window === 'undefined') return load()
  if (loads === 0) {
    isLeft = false
    // Only meanwhile: a listener to the first keeps a page out of Firefox's back/forward cache.
    for (const event of events) addEventListener(event, leave)
  }
  loads += 1
  try {
    return await load()
  } catch (error) {
    if (isLeft) await new Promise((resolve) => setTimeout(resolve, leavingMs))
    throw error
  } finally {
    loads -= 1
    if (loads === 0) for (const event of events) removeEventListener(event, leave)
  }
}
