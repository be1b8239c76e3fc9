import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/**
 * Answers the questions of `threads.ts`, in a thread.
 * @param priority below that of calls; undefined for the same
 */
export function answerQuestions<Question extends object>(
  run: (question: Question) => unknown,
  priority?: number,
): void {
  if (priority !== undefined) lowerPriority(priority)
  parentPort?.on('message', async (question: Question & { readonly id: number }) => {
    const { id } = question
    try {
      parentPort?.postMessage({ id, result: await run(question) })
    } catch (cause) {
      // No word of a mail may reach the log, so only the kind of the error is told.
      parentPort?.postMessage({ id, failure: cause instanceof Error ? cause.name : 'Error' })
    }
  })
}

/** A sandbox may refuse it, and the thread works without. */
function lowerPriority(priority: number): void {
  // Only Linux has priorities of threads; elsewhere this would be the whole server's.
  if (process.platform !== 'linux') return
  try {
    setPriority(priority)
  } catch {}
}
