/** Why the server cannot start, in one line that a person can act on; never shown with a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** What a caught value says of itself; anything may be thrown. */
export function wordsOfCause(cause: unknown): string {
  // A name with several addresses fails once for each.
  if (cause instanceof AggregateError) return cause.errors.map(wordsOfCause).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
