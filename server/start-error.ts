/** Why the server cannot start, in one line that a person can act on; never shown with a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** What a caught value says of itself; anything may be thrown. */
export function wordsOfCause(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
