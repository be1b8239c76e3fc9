/** No answer arrived: no network, a cut connection, or too long a wait. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

/** The words that a refusal may carry; each call names the ones that it shows, and in which order. */
export interface RefusalWords {
  readonly detail?: string
  readonly error?: string
  readonly message?: string
}

/** The server refused: a status of 400 or more, or a 200 with `success: false` (R007). */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly status: number
  readonly words: RefusalWords

  constructor(status: number, words: RefusalWords) {
    super(`the server refused with ${status}`)
    this.status = status
    this.words = words
  }
}

/** The answer is not what the contract says. */
export class MalformedAnswerError extends Error {
  override name = 'MalformedAnswerError'
}

/** The first of the server's own words in the order that the call names, else the fallback. */
export function wordsOf(
  error: unknown,
  order: readonly (keyof RefusalWords)[],
  fallback: string,
): string {
  if (!(error instanceof RefusedError)) return fallback
  const found = order.map((key) => error.words[key]).find((words) => words !== undefined)
  return found ?? fallback
}
