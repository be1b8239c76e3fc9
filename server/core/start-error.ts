/** Explains in one line why the server cannot start and what to change; shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The message of a caught value; any value may be thrown. */
export function wordsOfCause(cause: unknown): string {
  // A host with several addresses fails once for each of them.
  if (cause instanceof AggregateError) return cause.errors.map(wordsOfCause).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
