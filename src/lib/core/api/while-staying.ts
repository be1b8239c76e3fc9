/** Longer than the next page takes to answer. */
const leavingMs = 10_000

/**
 * Loads something; a failure that comes while the document is being left is told only if it stays. Firefox
 * stops all requests when another page is asked for, and shows this one until that answers.
 */
export async function whileStaying<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  let isLeft = false
  const leave = () => {
    isLeft = true
  }
  // Only meanwhile: a listener to the first keeps a page out of Firefox's back/forward cache.
  const events = ['beforeunload', 'pagehide'] as const
  for (const event of events) addEventListener(event, leave)
  try {
    return await load()
  } catch (error) {
    if (isLeft) await new Promise((resolve) => setTimeout(resolve, leavingMs))
    throw error
  } finally {
    for (const event of events) removeEventListener(event, leave)
  }
}
